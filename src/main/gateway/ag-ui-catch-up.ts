import type { AgUiEvent } from '../../shared/protocol/dialects/ag-ui-events'
import { agUiMessages, agUiResult } from '../../shared/protocol/dialects/ag-ui-messages'
import type { AgUiRequest } from '../../shared/protocol/dialects/ag-ui-request'
import type { ClientAnswer } from '../../shared/protocol/dialects/client-answer'
import type { PendingCall } from '../../shared/protocol/dialects/pending-calls'
import type { ToolPart, UIMessage } from '../../shared/protocol/ui-message'
import type { Agent } from './ag-ui-thread'
import type { GatewayContext } from './gateway-context'
import { stepsOf } from './known-message'
import { clientIds } from './place-in-thread'
import { createShownResults } from './shown-results'
import { type ClientFileAddress, clientFileAddress, storedTail } from './stored-tail'

/** Outputs of the client's own tools that it reports as messages of the role `tool`. */
export function reportedOutputs({ results, resume }: AgUiRequest, pending: readonly PendingCall[]): readonly ClientAnswer[] {
  if (resume.length > 0) return []
  const given = new Set(pending.flatMap(({ toolCallId, approvalId }) => (approvalId === null ? [toolCallId] : [])))
  return results.flatMap(({ toolCallId, output }) => (given.has(toolCallId) ? [{ kind: 'output', toolCallId, output } as const] : []))
}

/** Says what of the request Parley has no use for: its conversations have its own instructions, data and tools. */
export function ignoredEvents({ toolBox }: Pick<GatewayContext, 'toolBox'>, { ignored, tools }: AgUiRequest): readonly AgUiEvent[] {
  const unknown = tools.filter(({ name }) => toolBox.find(name) === null).map(({ name }) => `tool ${name}`)
  const fields = [...ignored, ...unknown]
  if (fields.length === 0) return []
  const message = `Parley does not use these parts of the request: ${fields.join(', ')}.`
  return [{ type: 'CUSTOM', name: 'parley-ignored', value: { fields, message } }]
}

/** The results of calls that were settled without this client: in Parley, by another client, or because their time was over. */
export function missedResults(context: GatewayContext, agent: Agent, { openCalls }: AgUiRequest): readonly AgUiEvent[] {
  if (openCalls.length === 0) return []
  const open = new Set(openCalls)
  return callsIn(storedMessages(context, agent)).flatMap((part) => {
    const result = open.has(part.toolCallId) ? agUiResult(part, context.newId('result')) : null
    return result === null ? [] : [result]
  })
}

/** The whole thread, for a client that connects. A message that the client has is sent under the id it has there. */
export function snapshotOf(context: GatewayContext, agent: Agent, { thread }: AgUiRequest): AgUiEvent {
  const addressOf: ClientFileAddress = (file) => clientFileAddress(context.attachments, agent.thread.conversationId, file)
  const stored = storedMessages(context, agent)
  const ids = clientIds(thread, stored)
  const messages = stored.map((message) => ({ ...message, id: ids.get(message.id) ?? message.id }))
  return { type: 'MESSAGES_SNAPSHOT', messages: agUiMessages(messages, addressOf) }
}

/** Whether what the client answers was decided before: the call has ended, runs, or waits for its output. */
export function isAnswered(context: GatewayContext, agent: Agent, asked: AgUiRequest): boolean {
  return answeredMessage(context, agent, asked) !== undefined
}

/** What waits for this client, with its messages: outputs, and approvals that it may answer. */
export function answerable(context: GatewayContext, agent: Agent): readonly PendingCall[] {
  const { answers } = context
  const messages = storedMessages(context, agent)
  return answers
    .pending(agent.thread)
    .filter(({ approvalId, toolName }) => approvalId === null || answers.mayAnswer(agent.client, toolName))
    .map((call) => ({ ...call, messageId: messageOf(messages, call.toolCallId)?.id ?? '' }))
}

/** Writes a run that brings what the client lacks of the message that it answered, and what waits for it now. */
export function tellStored(context: GatewayContext, agent: Agent, asked: AgUiRequest, isConnecting: boolean): void {
  const { client, runs } = agent
  const { conversationId } = agent.thread
  const messages = storedMessages(context, agent)
  const pending = answerable(context, agent)
  // what waits may be in an earlier message than the last
  const waitsIn = isConnecting ? pending.at(-1)?.messageId : undefined
  const message =
    answeredMessage(context, agent, asked) ??
    messages.findLast(({ id, role }) => (waitsIn === undefined ? role === 'assistant' : id === waitsIn))
  const messageId = message?.id ?? ''
  const waiting = pending.filter((call) => call.messageId === messageId)
  if (message === undefined || isConnecting) return runs.tell(messageId, [], waiting)
  const known = new Set([...asked.openCalls, ...asked.results.map(({ toolCallId }) => toolCallId)])
  const steps =
    stepsOf(message.parts).findLastIndex((step) => step.some((part) => part.type === 'dynamic-tool' && known.has(part.toolCallId))) + 1
  const asks = ({ state, toolName }: ToolPart): boolean => state === 'approval-requested' && context.answers.mayAnswer(client, toolName)
  const calls = new Map([...known].map((toolCallId) => [toolCallId, { state: 'output-denied', approved: null, output: null }] as const))
  const { rest } = storedTail(
    message,
    { calls, steps },
    {
      addressOf: (file) => clientFileAddress(context.attachments, conversationId, file),
      asks,
      hides: () => false,
    },
  )
  runs.tell(messageId, rest, waiting)
}

function storedMessages({ registry, toolBox }: GatewayContext, { client, thread }: Agent): readonly UIMessage[] {
  const shown = createShownResults({ toolBox, registry }, client, thread.conversationId)
  return registry.get(thread.conversationId).messages().map(shown.message)
}

const callsIn = (messages: readonly UIMessage[]): readonly ToolPart[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))

function messageOf(messages: readonly UIMessage[], toolCallId: string): UIMessage | undefined {
  return messages.find((message) => callsIn([message]).some((call) => call.toolCallId === toolCallId))
}

/** The message with the calls that a request answers, if one of them was decided. */
function answeredMessage(context: GatewayContext, agent: Agent, { resume, results }: AgUiRequest): UIMessage | undefined {
  const messages = storedMessages(context, agent)
  const answered = [
    ...resume.map(({ interruptId }) => context.queue.get(interruptId)?.toolCallId ?? interruptId.replace(/^client_tool_/, '')),
    ...results.map(({ toolCallId }) => toolCallId),
  ]
  return answered
    .map((toolCallId) => messageOf(messages, toolCallId))
    .findLast(
      (message) =>
        message !== undefined &&
        callsIn([message]).some(({ toolCallId, state }) => answered.includes(toolCallId) && state !== 'approval-requested'),
    )
}
