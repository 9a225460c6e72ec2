import type { Approval } from '../../shared/approvals/approval'
import { translatorFor } from '../lib/translations'
import { visibleText } from '../platform/native-prompt'

/** A notification's text and buttons. */
export interface ApprovalNotification {
  readonly title: string
  readonly body: string
  readonly buttons: readonly string[]
  /** The answer of each button. */
  readonly answers: readonly boolean[]
}

/** What the system can show, and what it must not show. */
export interface NotificationLimits {
  /** whether it shows buttons */
  readonly buttons: boolean
  /** names of arguments that must not appear where others may read along and the system stores what it showed */
  readonly secretArguments: readonly string[]
}

/** A longer text may be cut off. */
const mostCharacters = 120

/**
 * The approval as a notification. Allow is only offered next to the complete arguments, and never for irreversible calls: a
 * notification appears under the pointer, and disappears by itself. Nor is it offered where somebody else may have written the arguments,
 * or Gemini saw something: there is no room to say so. A click always leads to the card.
 */
export function approvalNotification(approval: Approval, locale: string, limits: NotificationLimits): ApprovalNotification {
  const i18n = translatorFor(locale)
  const values = Object.entries(approval.input).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const call = visibleText(`${approval.toolName}${approval.destination === '' ? '' : ` → ${approval.destination}`}`)
  const whole = visibleText([call, values.join(', ')].filter((line) => line !== '').join('\n'))
  const secret = Object.keys(approval.input).some((name) => limits.secretArguments.includes(name))
  const shown = !secret && whole.length <= mostCharacters
  const mayAllow = shown && approval.risk !== 'high' && (approval.copied ?? []).length === 0
  const answers = !limits.buttons ? [] : mayAllow ? [true, false] : [false]
  return {
    title: visibleText(secret ? call : i18n.of(approval.question)),
    body: [...(shown ? [whole] : secret ? [] : [call]), ...(answers.includes(true) ? [] : [i18n.t('notify.question')])].join('\n'),
    buttons: answers.map((approved) => i18n.t(approved ? 'dialog.allow' : 'dialog.deny')),
    answers,
  }
}
