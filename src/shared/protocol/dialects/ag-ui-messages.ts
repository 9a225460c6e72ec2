import type { JsonObject, JsonValue } from '../../lib/json'
import type { ToolPart, UIMessage, UIPart } from '../ui-message'
import type { AgUiEvent } from './ag-ui-events'

type FilePart = Extract<UIPart, { readonly type: 'file' }>

/** A message of AG-UI 1.0, as `MessageSchema` of `@ag-ui/core` reads it. */
export type AgUiMessage = JsonObject & { readonly id: string; readonly role: string }

/**
 * A stored thread as messages of AG-UI. An AG-UI message has one text, and results are messages of their own: an answer becomes as many
 * messages as it has texts, results and thoughts. The first text has the id of the answer. `addressOf`: null for a file that is gone.
 */
export function agUiMessages(messages: readonly UIMessage[], addressOf: (file: FilePart) => string | null): readonly AgUiMessage[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? assistantMessages(message)
      : [{ id: message.id, role: message.role, content: contentOf(message, addressOf) }],
  )
}

function contentOf({ parts }: UIMessage, addressOf: (file: FilePart) => string | null): JsonValue {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const files = parts.flatMap((part) => {
    const url = part.type === 'file' ? addressOf(part) : null
    return part.type !== 'file' || url === null ? [] : [filePart(part, url)]
  })
  return files.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text }]), ...files]
}

function filePart({ mediaType }: FilePart, url: string): JsonObject {
  const kind = ['image', 'audio', 'video'].find((one) => mediaType.startsWith(`${one}/`)) ?? 'document'
  const data = /^data:[^,]*;base64,/.exec(url)?.[0]
  const source = data === undefined ? { type: 'url', value: url } : { type: 'data', value: url.slice(data.length) }
  return { type: kind, source: { ...source, mimeType: mediaType } }
}

interface Answer {
  readonly id: string
  readonly texts: string[]
  readonly calls: JsonObject[]
  readonly results: AgUiMessage[]
}

function assistantMessages({ id, parts }: UIMessage): readonly AgUiMessage[] {
  const written: AgUiMessage[] = []
  let open: Answer | null = null
  let answers = 0
  let thoughts = 0

  function answer(): Answer {
    if (open !== null) return open
    answers += 1
    open = { id: answers === 1 ? id : `${id}-${answers}`, texts: [], calls: [], results: [] }
    return open
  }

  function close(): void {
    if (open === null) return
    const { texts, calls, results } = open
    written.push({
      id: open.id,
      role: 'assistant',
      ...(texts.length > 0 && { content: texts.join('') }),
      ...(calls.length > 0 && { toolCalls: calls }),
    })
    written.push(...results)
    open = null
  }

  for (const part of parts) {
    if (part.type === 'reasoning' && part.text !== '') {
      close()
      thoughts += 1
      written.push({ id: `${id}-reasoning-${thoughts}`, role: 'reasoning', content: part.text })
    } else if (part.type === 'text' && part.text !== '') {
      // text behind a call is a message of its own, behind the results of the calls
      if (answer().calls.length > 0) close()
      answer().texts.push(part.text)
    } else if (part.type === 'dynamic-tool') {
      const { calls, results } = answer()
      calls.push({ id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: JSON.stringify(part.input ?? {}) } })
      results.push(...resultOf(part))
    }
  }
  close()
  return written
}

/** How a call ended, for a client that waits for it; null for an open call. */
export function agUiResult(part: ToolPart, messageId: string): Extract<AgUiEvent, { readonly type: 'TOOL_CALL_RESULT' }> | null {
  const end = endOf(part)
  if (end === null) return null
  const { toolCallId } = part
  return { type: 'TOOL_CALL_RESULT', messageId, toolCallId, role: 'tool', ...end }
}

function resultOf(part: ToolPart): readonly AgUiMessage[] {
  const end = endOf(part)
  const { toolCallId } = part
  return end === null ? [] : [{ id: `${toolCallId}-result`, role: 'tool', toolCallId, ...end }]
}

const failed = { metadata: { tanstack: { state: 'output-error' } } } as const

/** What a call brought; null for an open call. */
function endOf(part: ToolPart): { readonly content: string; readonly metadata?: typeof failed.metadata } | null {
  switch (part.state) {
    case 'output-available':
      return part.preliminary === true ? null : { content: JSON.stringify(part.output) }
    case 'output-error':
      return { content: JSON.stringify({ error: part.errorText }), ...failed }
    case 'output-denied':
      return { content: JSON.stringify({ error: 'The user did not allow this call.', denied: true }), ...failed }
    case 'input-streaming':
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return null
  }
}
