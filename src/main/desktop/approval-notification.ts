import type { Approval } from '../../shared/approvals/approval'
import { translatorFor } from '../lib/translations'
import { visibleText } from '../platform/native-prompt'

/** A notification's words and buttons. */
export interface ApprovalNotification {
  readonly title: string
  readonly body: string
  readonly buttons: readonly string[]
  /** What each button answers. */
  readonly answers: readonly boolean[]
}

/** What the system can show, and what it must not. */
export interface NotificationLimits {
  /** whether it shows buttons */
  readonly buttons: boolean
  /** names of arguments that do not belong where others may read along and where the system keeps what it showed */
  readonly secretArguments: readonly string[]
}

/** More than this a notification may cut off. */
const mostCharacters = 120

/**
 * The question as a notification asks it. Allow stands there only beside the whole arguments, and never for what can't be
 * undone: a notification comes up under the pointer, and goes away by itself. A click leads to the card in any case.
 */
export function approvalNotification(approval: Approval, locale: string, limits: NotificationLimits): ApprovalNotification {
  const i18n = translatorFor(locale)
  const values = Object.entries(approval.input).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const call = visibleText(`${approval.toolName}${approval.destination === '' ? '' : ` → ${approval.destination}`}`)
  const whole = visibleText([call, values.join(', ')].filter((line) => line !== '').join('\n'))
  const secret = Object.keys(approval.input).some((name) => limits.secretArguments.includes(name))
  const shown = !secret && whole.length <= mostCharacters
  const answers = !limits.buttons ? [] : shown && approval.risk !== 'high' ? [true, false] : [false]
  return {
    title: visibleText(secret ? call : i18n.of(approval.question)),
    body: [...(shown ? [whole] : secret ? [] : [call]), ...(answers.includes(true) ? [] : [i18n.t('notify.question')])].join('\n'),
    buttons: answers.map((approved) => i18n.t(approved ? 'dialog.allow' : 'dialog.deny')),
    answers,
  }
}
