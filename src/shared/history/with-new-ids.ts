import type { UIPart } from '../protocol/ui-message'
import type { ArchivedConversation } from './archived-conversation'

/** The new ids; an id that is not in its map stays. */
export interface NewIds {
  readonly conversations: ReadonlyMap<string, string>
  readonly calls: ReadonlyMap<string, string>
  readonly approvals: ReadonlyMap<string, string>
}

/** The same conversation with other ids, in every place. The model's own contents keep the model's ids. */
export function withNewIds(archived: ArchivedConversation, ids: NewIds): ArchivedConversation {
  const conversationOf = (id: string): string => ids.conversations.get(id) ?? id
  const callOf = (id: string): string => ids.calls.get(id) ?? id
  const approvalOf = (id: string): string => ids.approvals.get(id) ?? id

  function partOf(part: UIPart): UIPart {
    if (part.type !== 'dynamic-tool') return part
    const { approval } = part
    return {
      ...part,
      toolCallId: callOf(part.toolCallId),
      ...(approval !== undefined && { approval: { ...approval, id: approvalOf(approval.id) } }),
    }
  }

  return {
    ...archived,
    conversationId: conversationOf(archived.conversationId),
    messages: archived.messages.map(({ message, ...place }) => ({ ...place, message: { ...message, parts: message.parts.map(partOf) } })),
    approvals: archived.approvals.map((approval) => ({
      ...approval,
      approvalId: approvalOf(approval.approvalId),
      toolCallId: callOf(approval.toolCallId),
    })),
    decisions: archived.decisions.map((decision) => ({ ...decision, toolCallId: callOf(decision.toolCallId) })),
    executions: archived.executions.map((execution) => ({
      ...execution,
      toolCallId: callOf(execution.toolCallId),
      approvalId: execution.approvalId === null ? null : approvalOf(execution.approvalId),
    })),
  }
}
