import { toldWords } from '../../shared/told/told-words'
import { refusalWords } from './refusal-words'
import type { Language } from './translate'

/** Why something did not happen, in the language of the page: as main keeps it, a text of Parley or a refusal after its code. */
export function reasonWords(reason: string, language: Language): string {
  const [, code = '', message = ''] = /^([a-z]+(?:-[a-z]+)+): ([\s\S]+)$/u.exec(reason) ?? []
  return code === '' ? toldWords(reason, language) : `${code}: ${refusalWords({ code, message }, language)}`
}
