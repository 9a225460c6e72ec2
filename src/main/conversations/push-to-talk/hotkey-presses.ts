import type { TalkController } from './talk-controller'

/** What a talk key that works in all windows does, as the host reports it. */
export function hotkeyPresses(talk: TalkController) {
  return {
    press: () => talk.press('global'),
    release: () => talk.release('global'),
    toggle: talk.toggle,
    cancel: talk.cancel,
    away: talk.away,
  }
}
