import type { Failure } from '../../shared/lib/result'
import { toldWords } from '../../shared/told/told-words'
import type { Translator } from './translate'

/** Why something was refused, in the language of the page: main's own English words, else those for its code, and where there are none those of the text that it told. */
export function refusalWords({ code, message }: Failure, words: Translator): string {
  const refusals: Readonly<Record<string, string>> = words.refusals ?? {}
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? message) : toldWords(message, words)
}
