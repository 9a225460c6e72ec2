import type { Failure } from '../../shared/lib/result'
import { translateMessage } from '../../shared/messages/translate-message'
import type { Translator } from './translate'

/** Why something was refused, in the language of the page: main's own English words, else those for its code, and where there are none those of the text that it told. */
export function refusalText({ code, message }: Failure, i18n: Translator): string {
  const refusals: Readonly<Record<string, string>> = i18n.refusals ?? {}
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? message) : translateMessage(message, i18n)
}
