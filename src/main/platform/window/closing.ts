import type { Settings } from '../../../shared/ipc/schemas'
import { wordsFor } from '../../lib/translations'

/** What closing the window does. */
export type Closing = Settings['closeWindow']

/** What the user is asked when the window is closed for the first time. */
export interface ClosingQuestion {
  readonly message: string
  readonly detail: string
  /** the one that keeps Parley first */
  readonly buttons: readonly [keep: string, quit: string]
}

/** The question, in the user's language, for example `ja` or `en-GB`. */
export function closingQuestion(locale: string): ClosingQuestion {
  const words = wordsFor(locale)
  return {
    message: words.say('dialog.closing'),
    detail: words.say('dialog.closingLine'),
    buttons: [words.say('dialog.keepRunning'), words.say('dialog.quit')],
  }
}

/** What the answer means; a dialog that was only sent away changes nothing. */
export function closingAnswer(button: number): Exclude<Closing, 'ask'> | null {
  return (['background', 'quit'] as const)[button] ?? null
}
