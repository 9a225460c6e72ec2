import { toldWords } from '../../shared/told/told-words'
import { refusalWords } from './refusal-words'
import type { Translator } from './translate'

/** Why something did not happen, in the language of the page: as main keeps it, a text of Parley or a refusal after its code. */
export function reasonWords(reason: string, words: Translator): string {
  const [, code = '', message = ''] = /^([a-z]+(?:-[a-z]+)+): ([\s\S]+)$/u.exec(reason) ?? []
  return code === '' ? toldWords(reason, words) : `${code}: ${refusalWords({ code, message }, words)}`
}
