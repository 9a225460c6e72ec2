import type { Approval } from '../../shared/approvals/approval'
import type { CallSummary } from '../../shared/approvals/call-summary'
import type { Translator } from '../i18n/translate'
import { duration, timeOfDay } from '../ui/format'
import type { CallState } from './call-state'

/** Who decided, when, and how long the run took: `Allowed by a rule · 38 ms`, `Allowed by you · 14:23 · 1.2 s`. */
export function lineFacts(state: CallState, approval: Approval | undefined, call: CallSummary | undefined, i18n: Translator): string {
  const decidedAt = approval === undefined ? (call?.answer?.at ?? null) : approval.decidedAt
  const facts = [
    decider(state, approval, call, i18n),
    decidedAt === null ? null : timeOfDay(decidedAt, i18n.locale),
    call === undefined || call.durationMs === null ? null : duration(call.durationMs),
  ]
  return facts.filter((fact) => fact !== null).join(' · ')
}

function decider(state: CallState, approval: Approval | undefined, call: CallSummary | undefined, i18n: Translator): string | null {
  if (state === 'expired' || state === 'withdrawn' || state === 'waiting') return null
  if (approval !== undefined) return i18n.t(state === 'denied' ? 'tool.deniedByYou' : 'tool.byYou')
  // an approval that was answered before this page was loaded is only known from its call
  if (call?.answer) return i18n.t(call.answer.approved ? 'tool.byYou' : 'tool.deniedByYou')
  if (call === undefined || call.effect === 'ask') return null
  return i18n.t(call.effect === 'allow' ? 'tool.allowedByRule' : 'tool.deniedByRule')
}
