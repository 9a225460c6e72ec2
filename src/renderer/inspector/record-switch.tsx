import { Circle, Square } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { clockTime } from '../ui/format'
import { useNow } from '../ui/use-now'
import { RecordingButton } from './recording-button'
import styles from './recording-form.module.css'

/** Starts and ends a recording of a conversation, and opens the form to save it, or to save the last minutes. */
export function RecordSwitch({ conversationId }: { readonly conversationId: string }) {
  const i18n = useI18n()
  const { actions, now } = useServices()
  const [open, setOpen] = useState(false)
  const [recorded, setRecorded] = useState<number | null>(null)
  const since = useApp((state) => state.recordingSince[conversationId] ?? null)
  const time = useNow(1000, since !== null)
  const begin = () => actions.record(conversationId, now())
  const end = () => {
    setRecorded(since)
    actions.record(conversationId, null)
    setOpen(true)
  }
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) setRecorded(null)
  }
  return (
    <>
      {since === null ? (
        <button type="button" className={styles.opener} aria-label={i18n.t('rec.begin')} title={i18n.t('rec.begin')} onClick={begin}>
          <Circle size={14} strokeWidth={2} aria-hidden />
        </button>
      ) : (
        <button type="button" className={styles.running} aria-label={i18n.t('rec.end')} title={i18n.t('rec.end')} onClick={end}>
          <Square size={11} strokeWidth={0} fill="currentColor" aria-hidden />
          <span>{i18n.t('rec.running', { time: clockTime(time - since) })}</span>
        </button>
      )}
      <RecordingButton conversationId={conversationId} since={recorded} open={open} onOpenChange={change} />
    </>
  )
}
