import type { Clock } from '../../../shared/lib/clock'
import type { Desktop } from '../desktop'
import type { PopupWindowName } from './popup-windows'

/** A window in which the user answers approvals. */
export type AnswerWindow = 'main' | 'overlay'

/** How long, in ms, a press of a key or of the mouse counts for the answer that follows it. */
export const PRESS_COUNTS_MS = 2000

/** An input event as Electron reports it (`input-event` of `webContents`): it comes from the system, never from a script of the page. */
export interface SeenInput {
  readonly type: string
  readonly modifiers?: readonly string[]
}

/** The presses that main itself saw, by window. */
export interface UserPresses {
  /**
   * Takes note of an input event of this window; null: one in which nothing is answered. Movements, releases and repeats of a held key
   * are no presses.
   */
  saw(window: AnswerWindow | PopupWindowName | null, input: SeenInput): void
  /** The same dialog of main's own, after which a yes counts as a press in the main window. */
  confirmedBy(confirm: Desktop['confirm']): Desktop['confirm']
  /**
   * Whether the user pressed a key or the mouse in this window in the last `PRESS_COUNTS_MS`, and not before `since` (ms since the
   * epoch). A press is taken once: the next answer needs another one.
   */
  take(window: AnswerWindow, since: number): boolean
}

/** Creates the record; there are no presses yet. */
export function createUserPresses(clock: Pick<Clock, 'now'>): UserPresses {
  const lastPress = new Map<AnswerWindow | PopupWindowName, number>()
  return {
    saw(window, input) {
      if (window !== null && isPress(input)) lastPress.set(window, clock.now())
    },
    confirmedBy: (confirm) => async (question) => {
      const agreed = await confirm(question)
      if (agreed) lastPress.set('main', clock.now())
      return agreed
    },
    take(window, since) {
      const at = lastPress.get(window)
      if (at === undefined || at < since || clock.now() - at > PRESS_COUNTS_MS) return false
      lastPress.delete(window)
      return true
    },
  }
}

/** The types of the event that begin a press; a key is `rawKeyDown` or `keyDown`, depending on who sends it. */
const pressTypes: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'pointerDown'])

function isPress({ type, modifiers = [] }: SeenInput): boolean {
  return pressTypes.has(type) && !modifiers.some((modifier) => modifier.toLowerCase() === 'isautorepeat')
}
