import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { z } from '../../shared/lib/zod'
import { agUiMessages } from '../../shared/protocol/dialects/ag-ui-messages'
import { tanstackThread } from '../../shared/protocol/dialects/tanstack-thread'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import { unseenDenial } from './client-filter'
import type { GatewayContext } from './gateway-context'
import { HttpProblem, type Route, sendJson } from './routes'
import { createShownResults } from './shown-results'
import { type ClientFileAddress, clientFileAddress } from './stored-tail'

const formatSchema = z.enum(['ai-sdk', 'ag-ui', 'tanstack'])
type HistoryFormat = z.infer<typeof formatSchema>

/** A thread of a client, with its messages in the dialect of `format`. */
export const historySchema = z.strictObject({
  id: z.string(),
  format: formatSchema,
  messages: z.array(z.looseObject({ id: z.string(), role: z.string() })),
})

/**
 * `GET /api/chat/{id}`: what was said in a thread of the client. `id` is the id of its chat, AG-UI thread, older TanStack run, or live
 * session; `format` chooses the dialect of the messages, the AI SDK's if it is left out.
 */
export function historyRoute(context: GatewayContext): Route {
  const { registry, threads, attachments } = context
  return {
    method: 'GET',
    path: '/api/chat/{id}',
    scope: 'chat',
    handle({ client, response, id, query }) {
      const wanted = formatSchema.safeParse(query.get('format') ?? 'ai-sdk')
      if (!wanted.success) throw new HttpProblem(400, 'bad-format', 'The format is "ai-sdk", "ag-ui" or "tanstack".')
      const format = wanted.data
      const conversationId = threads.find(client, 'chat', id) ?? threads.find(client, 'run', id) ?? threads.find(client, 'live', id)
      if (conversationId === null) throw new HttpProblem(404, 'unknown-chat', 'There is no such chat.')
      context.idle.used(conversationId)
      const visible = visibleMessage(context, client, conversationId)
      const addressOf: ClientFileAddress = (file) => clientFileAddress(attachments, conversationId, file)
      sendJson(response, 200, { id, format, messages: inFormat(format, registry.get(conversationId).messages().map(visible), addressOf) })
    },
  }
}

function inFormat(format: HistoryFormat, messages: readonly UIMessage[], addressOf: ClientFileAddress): readonly object[] {
  switch (format) {
    case 'ai-sdk':
      return messages.map((message) => ({ ...message, parts: message.parts.flatMap((part) => addressed(part, addressOf)) }))
    case 'ag-ui':
      return agUiMessages(messages, addressOf)
    case 'tanstack':
      return tanstackThread(messages, addressOf)
  }
}

function addressed(part: UIPart, addressOf: ClientFileAddress): readonly UIPart[] {
  if (part.type !== 'file') return [part]
  const url = addressOf(part)
  return url === null ? [] : [{ ...part, url }]
}

/** A message as this client would have received it: without hidden results, and without approvals that it may not answer. */
function visibleMessage(context: GatewayContext, client: GatewayClient, conversationId: string): (message: UIMessage) => UIMessage {
  const shown = createShownResults(context, client, conversationId)
  return (message) => {
    const { parts: all, ...rest } = shown.message(message)
    return { ...rest, parts: all.map((part) => (isHidden(part) ? withoutApproval(part) : part)) }
  }

  function isHidden(part: UIPart): part is Extract<UIPart, { readonly type: 'dynamic-tool' }> {
    return part.type === 'dynamic-tool' && part.approval !== undefined && !context.answers.mayAnswer(client, part.toolName)
  }
}

function withoutApproval({ approval: _, ...part }: Extract<UIPart, { readonly type: 'dynamic-tool' }>): UIPart {
  switch (part.state) {
    case 'approval-requested':
    case 'approval-responded':
      return { ...part, state: 'input-available' }
    case 'output-denied':
      return { ...part, state: 'output-error', errorText: unseenDenial(part.toolCallId).errorText }
    case 'input-streaming':
    case 'input-available':
    case 'output-available':
    case 'output-error':
      return part
  }
}
