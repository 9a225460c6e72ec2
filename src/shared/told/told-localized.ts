import type { Localized } from '../ipc/schemas'
import { toldWords } from './told-words'

/** A text that `tell` made, in both languages; any other text stands in both as it is. */
export function toldLocalized(text: string): Localized {
  return { en: text, ja: toldWords(text, 'ja') }
}
