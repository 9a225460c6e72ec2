import { type DisplayText, displayText } from '../../shared/messages/message'
import { refusalText } from './refusal-text'
import type { Translator } from './translate'

/** A reason in the page's language: a message of Parley, or a refusal with its code. */
export function reasonText(reason: DisplayText, i18n: Translator): string {
  if (typeof reason === 'string' || reason.code !== 'refusal') return displayText(reason, i18n)
  const { code, reason: why } = reason.values
  if (typeof code !== 'string' || typeof why !== 'string') return displayText(reason, i18n)
  return displayText({ code: 'refusal', values: { code, reason: refusalText({ code, message: why }, i18n) } }, i18n)
}
