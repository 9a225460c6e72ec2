import { useEffect, useState } from 'react'
import type { CallProgress as Progress } from '../../shared/ipc/tool-server-calls'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import styles from './tool-call-row.module.css'

/** How far a running call is, if its server says so. */
export function CallProgress({ toolCallId }: { readonly toolCallId: string }) {
  const i18n = useI18n()
  const { client } = useServices()
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(
    () => client.on('toolServers.progress', (next) => (next.toolCallId === toolCallId ? setProgress(next) : undefined)),
    [client, toolCallId],
  )
  if (progress === null) return null
  const { done, total, message } = progress
  const isPart = total !== null && total > 0 && done >= 0
  const count = (value: number): string => value.toLocaleString(i18n.locale, { maximumFractionDigits: 1 })
  return (
    <p className={styles.progress}>
      {isPart && <progress value={Math.min(done, total)} max={total} aria-label={i18n.t('tool.progress')} />}
      <span>{isPart ? i18n.t('tool.progressOf', { done: count(done), total: count(total) }) : count(done)}</span>
      {message !== null && <span>{message}</span>}
    </p>
  )
}
