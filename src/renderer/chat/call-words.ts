import type { Approval } from '../../shared/approvals/approval'
import type { CallSummary } from '../../shared/approvals/call-summary'
import { assertNever } from '../../shared/lib/assert-never'
import type { JsonObject } from '../../shared/lib/json'
import { toldParts } from '../../shared/told/told-words'
import { toolEffect } from '../../shared/tools/tool-effect'
import { reasonWords } from '../i18n/reason-words'
import type { Translator } from '../i18n/translate'
import type { CallPart, CallState } from './call-state'
import { failureWords } from './failure-words'

/** What a call did, in a few words that follow its name. `call` has the rule that decided, and the arguments that ran where the user changed them. */
export function callWords(
  part: CallPart,
  state: CallState,
  approval: Approval | undefined,
  call: CallSummary | undefined,
  words: Translator,
): string {
  switch (state) {
    case 'preparing':
      return words.say('tool.preparing')
    case 'running':
      return words.say('tool.running')
    case 'waiting':
      return words.say('tool.waiting')
    case 'done':
      return (
        effectOf(part, approval?.editedInput ?? call?.editedInput ?? null, words) ??
        words.say(approval === undefined ? 'tool.done' : 'tool.allowedDone')
      )
    case 'denied': {
      const reason = approval?.reason ?? part.approval?.reason ?? null
      return reason === null || reason === '' ? words.say('tool.denied') : words.say('tool.deniedReason', { reason })
    }
    case 'expired': {
      if (approval === undefined) return words.say('tool.expiredUnknown')
      const seconds = Math.round((approval.expiresAt - approval.requestedAt) / 1000)
      return words.say('tool.expired', { time: spokenDuration(seconds, words) })
    }
    case 'withdrawn': {
      const reason = approval?.reason ?? null
      if (reason === null || toldParts(reason)?.code === 'taken-back-by-model') return words.say('tool.withdrawn')
      return words.say('tool.withdrawnReason', { reason: reasonWords(reason, words) })
    }
    case 'failed': {
      const reason = part.state === 'output-error' ? failureWords(part, call, words) : reasonWords(approval?.reason ?? '', words)
      return words.say('tool.failed', { reason })
    }
    default:
      return assertNever(state, 'call state')
  }
}

/** `5 min` or `45 s`. */
export function spokenDuration(seconds: number, words: Translator): string {
  return seconds >= 60 && seconds % 60 === 0
    ? words.say('settings.duration.minutes', { count: seconds / 60 })
    : words.say('settings.duration.seconds', { count: seconds })
}

/** The words a tool of our own has for what it did; null for tools of others or for results that do not fit. */
function effectOf(part: CallPart, edited: JsonObject | null, words: Translator): string | null {
  if (part.state !== 'output-available') return null
  return toolEffect(part.toolName, edited ?? part.input, part.output, words)
}
