import type { Settings } from '../../../shared/ipc/schemas'
import { translatorFor } from '../../lib/translations'

/** What closing the window does. */
export type Closing = Settings['closeWindow']

/** The question when the window is closed for the first time. */
export interface ClosingPrompt {
  readonly message: string
  readonly detail: string
  /** the option that keeps Parley first */
  readonly buttons: readonly [keep: string, quit: string]
}

/** The question, in the user's language, for example `ja` or `en-GB`. */
export function closingPrompt(locale: string): ClosingPrompt {
  const i18n = translatorFor(locale)
  return {
    message: i18n.t('dialog.closing'),
    detail: i18n.t('dialog.closingLine'),
    buttons: [i18n.t('dialog.keepRunning'), i18n.t('dialog.quit')],
  }
}

/** The meaning of the answer; a dismissed dialog changes nothing. */
export function closingAnswer(button: number): Exclude<Closing, 'ask'> | null {
  return (['background', 'quit'] as const)[button] ?? null
}
