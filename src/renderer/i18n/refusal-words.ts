import type { Failure } from '../../shared/lib/result'
import { refusalsJa } from './refusals-ja'
import type { Language } from './translate'

/** Why something was refused, in the language of the page: main's own English words, else those for its code, and main's where there are none. */
export function refusalWords({ code, message }: Failure, language: Language): string {
  if (language === 'en' || !Object.hasOwn(refusalsJa, code)) return message
  return refusalsJa[code] ?? message
}
