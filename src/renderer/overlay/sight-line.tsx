import { MonitorUp } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { Seen } from '../../shared/sight/sight-source'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import styles from './overlay.module.css'

interface SightLineProps {
  readonly seen: Seen
  readonly client: Client
}

/** What Gemini sees, or would see, and the way to stop it. */
export function SightLine({ seen: { kind, isDemo }, client }: SightLineProps) {
  const i18n = useI18n()
  return (
    <div className={styles.sight} data-sight={kind}>
      <MonitorUp size={14} strokeWidth={2} aria-hidden />
      <span className={styles.seen}>{i18n.t(isDemo ? 'sight.wouldSee' : 'sight.sees', { source: i18n.t(`sight.kind.${kind}`) })}</span>
      <Button small onClick={() => void client.call('sight.stop', null)}>
        {i18n.t('sight.stop')}
      </Button>
    </div>
  )
}
