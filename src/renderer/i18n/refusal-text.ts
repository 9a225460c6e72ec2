import type { Failure } from '../../shared/lib/result'
import { displayText } from '../../shared/messages/message'
import type { Translator } from './translate'

/**
 * A refusal in the page's language: the failure's own text for the user, otherwise the text of its code, and without one
 * its English message.
 */
export function refusalText({ code, message, display }: Failure, i18n: Translator): string {
  if (display !== undefined) return displayText(display, i18n)
  const refusals: Readonly<Record<string, string>> = i18n.refusals ?? {}
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? message) : message
}
