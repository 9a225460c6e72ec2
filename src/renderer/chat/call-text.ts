import type { Approval } from '../../shared/approvals/approval'
import type { CallSummary } from '../../shared/approvals/call-summary'
import { assertNever } from '../../shared/lib/assert-never'
import type { JsonObject } from '../../shared/lib/json'
import { isMessageOf } from '../../shared/messages/message'
import { toolEffect } from '../../shared/tools/tool-effect'
import { reasonText } from '../i18n/reason-text'
import type { Translator } from '../i18n/translate'
import type { CallPart, CallState } from './call-state'
import { failureMessage } from './failure-message'

/**
 * The effect of a call, in a few words after its name. `call` has the rule that decided, and the arguments that ran if
 * the user changed them.
 */
export function callText(
  part: CallPart,
  state: CallState,
  approval: Approval | undefined,
  call: CallSummary | undefined,
  i18n: Translator,
): string {
  switch (state) {
    case 'preparing':
      return i18n.t('tool.preparing')
    case 'running':
      return i18n.t('tool.running')
    case 'waiting':
      return i18n.t('tool.waiting')
    case 'done':
      return (
        effectOf(part, approval?.editedInput ?? call?.editedInput ?? null, i18n) ??
        i18n.t(approval === undefined ? 'tool.done' : 'tool.allowedDone')
      )
    case 'denied': {
      const reason = approval?.reason ?? part.approval?.reason ?? null
      return reason === null || reason === '' ? i18n.t('tool.denied') : i18n.t('tool.deniedReason', { reason: reasonText(reason, i18n) })
    }
    case 'expired': {
      if (approval === undefined) return i18n.t('tool.expiredUnknown')
      const seconds = Math.round((approval.expiresAt - approval.requestedAt) / 1000)
      return i18n.t('tool.expired', { time: spokenDuration(seconds, i18n) })
    }
    case 'withdrawn': {
      const reason = approval?.reason ?? null
      if (reason === null || isMessageOf(reason, 'taken-back-by-model')) return i18n.t('tool.withdrawn')
      return i18n.t('tool.withdrawnReason', { reason: reasonText(reason, i18n) })
    }
    case 'failed': {
      const reason = part.state === 'output-error' ? failureMessage(part, call, i18n) : reasonText(approval?.reason ?? '', i18n)
      return i18n.t('tool.failed', { reason })
    }
    default:
      return assertNever(state, 'call state')
  }
}

/** `5 min` or `45 s`. */
export function spokenDuration(seconds: number, i18n: Translator): string {
  return seconds >= 60 && seconds % 60 === 0
    ? i18n.t('settings.duration.minutes', { count: seconds / 60 })
    : i18n.t('settings.duration.seconds', { count: seconds })
}

/** The text of one of our tools for its effect; null for other tools or for results that do not match. */
function effectOf(part: CallPart, edited: JsonObject | null, i18n: Translator): string | null {
  if (part.state !== 'output-available') return null
  return toolEffect(part.toolName, edited ?? part.input, part.output, i18n)
}
