import { translateMessage } from '../../shared/messages/translate-message'
import { refusalText } from './refusal-text'
import type { Translator } from './translate'

/** A stored reason in the page's language: a message of Parley, or a refusal with its code. */
export function reasonText(reason: string, i18n: Translator): string {
  const [, code = '', message = ''] = /^([a-z]+(?:-[a-z]+)+): ([\s\S]+)$/u.exec(reason) ?? []
  return code === '' ? translateMessage(reason, i18n) : `${code}: ${refusalText({ code, message }, i18n)}`
}
