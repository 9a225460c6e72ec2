import { messageOf, modelText } from '../messages/message'
import type { UIPart } from '../protocol/ui-message'
import type { ArchivedConversation } from './archived-conversation'

/**
 * The conversation with all open approvals settled: an approval in a file was requested elsewhere, so it can neither be
 * answered nor run here. Settled approvals stay as they were.
 */
export function settleArchived(archived: ArchivedConversation): ArchivedConversation {
  const reason = messageOf('call-left-open-elsewhere')

  function partOf(part: UIPart): UIPart {
    if (part.type !== 'dynamic-tool') return part
    switch (part.state) {
      case 'output-available':
      case 'output-denied':
      case 'output-error':
        return part
      default: {
        const { approval: _, ...call } = part
        return { ...call, state: 'output-error', errorText: modelText(reason), toolMetadata: { message: reason } }
      }
    }
  }

  return {
    ...archived,
    messages: archived.messages.map(({ message, ...place }) => ({ ...place, message: { ...message, parts: message.parts.map(partOf) } })),
    approvals: archived.approvals.map((approval) => {
      const to = END_OF[approval.state]
      if (to === undefined) return approval
      const at = Math.max(approval.requestedAt, ...approval.events.map((event) => event.at))
      return {
        ...approval,
        state: to,
        reason,
        decidedAt: approval.decidedAt ?? at,
        events: [...approval.events, { state: to, at, reason }],
      }
    }),
    executions: archived.executions.map((execution) =>
      execution.state === 'running'
        ? { ...execution, state: 'failed' as const, endedAt: execution.endedAt ?? execution.startedAt, errorText: reason }
        : execution,
    ),
  }
}

/** The final state for each open state of an approval. */
const END_OF: { readonly [State in ArchivedConversation['approvals'][number]['state']]?: 'withdrawn' | 'failed' } = {
  requested: 'withdrawn',
  approved: 'withdrawn',
  executing: 'failed',
}
