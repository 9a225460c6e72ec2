import type { Failure } from '../../shared/lib/result'
import { displayText } from '../../shared/messages/message'
import type { Translator } from './translate'

/** Why something was refused, in the language of the page: the failure's own text for the user, else that for its code, else its English. */
export function refusalText({ code, message, display }: Failure, i18n: Translator): string {
  if (display !== undefined) return displayText(display, i18n)
  const refusals: Readonly<Record<string, string>> = i18n.refusals ?? {}
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? message) : message
}
