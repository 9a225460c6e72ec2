import { EarOff } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { TalkState } from '../../shared/ipc/schemas'
import type { ShownState } from '../../shared/talk/shown-state'
import { useI18n } from '../i18n/i18n-provider'
import { StateGlyph } from '../voice/state-glyph'
import look from '../voice/talk-button.module.css'
import styles from './overlay.module.css'

interface TalkDiscProps {
  readonly state: ShownState
  /** idle, and Parley's voice is muted */
  readonly silent?: boolean
  readonly talk: TalkState
  readonly client: Client
}

/** The icon of the state; a click starts and ends a talk. */
export function TalkDisc({ state, silent = false, talk, client }: TalkDiscProps) {
  const i18n = useI18n()
  return (
    <button
      type="button"
      className={`${look.button} ${look[silent ? 'thinking' : state]} ${styles.disc}`}
      aria-label={i18n.t(talk.phase === 'idle' ? 'dock.talk' : 'dock.talkStop')}
      aria-pressed={talk.phase !== 'idle'}
      onClick={() => void client.call('talk.toggle', null)}
    >
      {silent ? <EarOff size={20} strokeWidth={2} aria-hidden /> : <StateGlyph state={state} />}
    </button>
  )
}
