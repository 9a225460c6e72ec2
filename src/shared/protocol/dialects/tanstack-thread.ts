import type { JsonObject, JsonValue } from '../../lib/json'
import type { ToolPart, UIMessage, UIPart } from '../ui-message'

type FilePart = Extract<UIPart, { readonly type: 'file' }>

/** A message in the form of TanStack's client 0.33. */
export interface TanstackMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly parts: readonly JsonObject[]
}

/**
 * A stored thread for TanStack's client, which requests it when its page opens. `addressOf`: null for a file that is
 * gone.
 */
export function tanstackThread(messages: readonly UIMessage[], addressOf: (file: FilePart) => string | null): readonly TanstackMessage[] {
  return messages.flatMap(({ id, role, parts }) =>
    role === 'system' ? [] : [{ id, role, parts: parts.flatMap((part) => partsOf(part, addressOf)) }],
  )
}

function partsOf(part: UIPart, addressOf: (file: FilePart) => string | null): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', content: part.text }]
    case 'reasoning':
      return [{ type: 'thinking', content: part.text }]
    case 'file': {
      const url = part.mediaType.startsWith('image/') ? addressOf(part) : null
      return url === null ? [] : [{ type: 'image', source: { type: 'url', value: url, mimeType: part.mediaType } }]
    }
    case 'dynamic-tool':
      return call(part)
    default:
      return []
  }
}

function call(part: ToolPart): readonly JsonObject[] {
  const { toolCallId, toolName, input = {}, approval } = part
  const facts = { type: 'tool-call', id: toolCallId, name: toolName, arguments: JSON.stringify(input), input }
  const question: JsonObject =
    approval === undefined
      ? {}
      : { approval: { id: approval.id, needsApproval: true, ...(approval.approved !== undefined && { approved: approval.approved }) } }
  const ended = (output: JsonValue, state: 'complete' | 'error'): readonly JsonObject[] => [
    { ...facts, ...question, state, output },
    { type: 'tool-result', toolCallId, content: JSON.stringify(output), state },
  ]
  switch (part.state) {
    case 'input-streaming':
    case 'input-available':
      return [{ ...facts, state: 'input-complete' }]
    case 'approval-requested':
    case 'approval-responded':
      return [{ ...facts, ...question, state: part.state }]
    case 'output-available':
      return ended(part.output, 'complete')
    case 'output-error':
      return ended({ error: part.errorText }, 'error')
    case 'output-denied':
      return ended({ error: 'The user did not allow this call.', denied: true }, 'error')
  }
}
