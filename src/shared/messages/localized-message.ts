// whoever keeps a text keeps it in all languages
import '../i18n/all-languages'
import { inEveryLanguage } from '../i18n/translator'
import type { Localized } from '../text/localized'
import { translateMessage } from './translate-message'

/** A text that `tell` made, in every language; any other text stands in all as it is. */
export function localizedMessage(text: string): Localized {
  return inEveryLanguage((i18n) => translateMessage(text, i18n))
}
