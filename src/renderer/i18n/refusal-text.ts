import type { Failure } from '../../shared/lib/result'
import { translateMessage } from '../../shared/messages/translate-message'
import type { Translator } from './translate'

/**
 * A refusal in the page's language: main's own text in English, otherwise the text of its code, and without one the
 * translated message.
 */
export function refusalText({ code, message }: Failure, i18n: Translator): string {
  const refusals: Readonly<Record<string, string>> = i18n.refusals ?? {}
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? message) : translateMessage(message, i18n)
}
