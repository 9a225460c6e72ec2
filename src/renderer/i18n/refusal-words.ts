import type { Failure } from '../../shared/lib/result'
import { toldWords } from '../../shared/told/told-words'
import { refusalsJa } from './refusals-ja'
import type { Language } from './translate'

/** Why something was refused, in the language of the page: main's own English words, else those for its code, and where there are none those of the text that it told. */
export function refusalWords({ code, message }: Failure, language: Language): string {
  if (language === 'en') return message
  return Object.hasOwn(refusalsJa, code) ? (refusalsJa[code] ?? message) : toldWords(message, language)
}
