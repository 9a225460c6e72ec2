// whoever keeps a text keeps it in all languages
import '../words/all-languages'
import type { Localized } from '../text/localized'
import { inEveryLanguage } from '../words/translator'
import { toldWords } from './told-words'

/** A text that `tell` made, in every language; any other text stands in all as it is. */
export function toldLocalized(text: string): Localized {
  return inEveryLanguage((words) => toldWords(text, words))
}
