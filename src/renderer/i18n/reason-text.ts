import { type DisplayText, displayText } from '../../shared/messages/message'
import { translateMessage } from '../../shared/messages/translate-message'
import { refusalText } from './refusal-text'
import type { Translator } from './translate'

/** Why something did not happen, in the language of the page: as main keeps it, a text of Parley or a refusal after its code. */
export function reasonText(reason: DisplayText, i18n: Translator): string {
  if (typeof reason !== 'string') return displayText(reason, i18n)
  const [, code = '', message = ''] = /^([a-z]+(?:-[a-z]+)+): ([\s\S]+)$/u.exec(reason) ?? []
  return code === '' ? translateMessage(reason, i18n) : `${code}: ${refusalText({ code, message }, i18n)}`
}
