import { useRef } from 'react'
import type { ShownState } from '../../shared/talk/shown-state'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { StateGlyph } from './state-glyph'
import styles from './talk-button.module.css'

/** A shorter press is a click: it starts hands-free talk, or ends it. */
const CLICK_MS = 350

interface TalkButtonProps {
  readonly state: ShownState
  readonly talking: boolean
  readonly wordId: string
}

/**
 * Hold it to talk, click it to start and stop. The talk begins with the press itself, so that no speech is lost; a
 * press that turns out to be a click makes the same talk a hands-free one.
 */
export function TalkButton({ state, talking, wordId }: TalkButtonProps) {
  const { actions, now } = useServices()
  const i18n = useI18n()
  const press = useRef<{ readonly at: number; readonly startedTalk: boolean } | null>(null)

  const end = (cancelled: boolean) => {
    const begun = press.current
    press.current = null
    if (begun === null) return
    if (!begun.startedTalk) {
      if (!cancelled) actions.toggleTalk()
      return
    }
    actions.release()
    if (!cancelled && now() - begun.at < CLICK_MS) actions.toggleTalk()
  }

  return (
    <button
      type="button"
      className={`${styles.button} ${styles[state]}`}
      aria-label={i18n.t(talking ? 'dock.talkStop' : 'dock.talk')}
      aria-describedby={wordId}
      title={i18n.t(talking ? 'dock.talkStop' : 'dock.talk')}
      aria-pressed={talking}
      onPointerDown={(event) => {
        if (event.button !== 0 || press.current !== null) return
        event.currentTarget.setPointerCapture(event.pointerId)
        press.current = { at: now(), startedTalk: !talking }
        if (!talking) actions.press()
      }}
      onPointerUp={() => end(false)}
      onPointerCancel={() => end(true)}
      onLostPointerCapture={() => end(true)}
      onClick={(event) => {
        // keyboard and assistive technology send a click without a pointer
        if (event.detail === 0) actions.toggleTalk()
      }}
    >
      <StateGlyph state={state} />
    </button>
  )
}
