import type { SightEffect } from '../../shared/sight/sight-machine'
import type { AuditTrail } from '../tool-calls/audit/audit-trail'

/**
 * Records in the audit trail that Gemini begins to see something, or has ended to: by whom, which class of source, and how much was sent.
 * The names of windows are left out. Throws if it can't be written.
 */
export function recordSight(audit: Pick<AuditTrail, 'record'>, effect: Extract<SightEffect, { type: 'began' | 'ended' }>): void {
  const { conversationId, source, by } = effect.subject
  const subject = { conversationId, toolCallId: '', toolName: '', approvalId: null }
  const what = { kind: 'sight', source: source.kind, by } as const
  if (effect.type === 'began') {
    audit.record(subject, { ...what, what: 'began', frames: 0, bytes: 0, reason: null })
    return
  }
  // what ended before it began has shown nothing
  if (effect.sent === null) return
  const { frames, bytes } = effect.sent
  audit.record(subject, { ...what, what: 'ended', frames, bytes, reason: effect.reason })
}
