import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { approvalInterrupt, outputInterrupt } from '../../shared/protocol/dialects/ag-ui-interrupts'
import { tanstackThread } from '../../shared/protocol/dialects/tanstack-thread'
import type { GatewayParts } from './gateway-parts'
import { outsideAddress } from './outside-address'
import { outsideTools } from './outside-tools'

/**
 * What TanStack's client asks for when its page opens: the thread so far, the run that goes on, and what waits for the client.
 * `runningId`: that run; an id of its own stands for the run that asked, which nobody remembers after a restart.
 */
export function hydration(
  { registry, threads, line, desk, queue, toolBox, attachments, newId }: GatewayParts,
  client: GatewayClient,
  threadId: string,
  runningId: (conversationId: string) => string | null,
): object {
  const conversationId = threads.find(client, 'chat', threadId)
  if (conversationId === null) return { messages: [], activeRun: null, interrupts: null }
  const thread = line.thread(conversationId)
  const tools = outsideTools(toolBox, thread.runs)
  const runId = runningId(conversationId)
  const interrupted = newId('run')
  const pending = desk.pending(thread).flatMap((call) => {
    if (call.approvalId === null) return [outputInterrupt(call, interrupted, tools(call.toolName))]
    const expiresAt = new Date(queue.get(call.approvalId)?.expiresAt ?? 0).toISOString()
    return client.scopes.includes('approve') ? [approvalInterrupt(call, call.approvalId, interrupted, tools(call.toolName), expiresAt)] : []
  })
  return {
    messages: tanstackThread(registry.get(conversationId).messages(), (file) => outsideAddress(attachments, conversationId, file)),
    activeRun: runId === null ? null : { runId },
    interrupts: pending.length === 0 ? null : { runId: interrupted, pending },
  }
}
