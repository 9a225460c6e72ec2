import type { JsonValue } from '../../lib/json'

interface Base {
  /** The message that the chunk belongs to. */
  readonly id: string
  readonly model: string
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number
}

/** The older TanStack stream: `StreamChunk` of `@tanstack/ai` up to 0.2.2. */
export type TanstackChunk = Base &
  (
    | { readonly type: 'content'; readonly delta: string; readonly content: string; readonly role: 'assistant' }
    | { readonly type: 'thinking'; readonly delta: string; readonly content: string }
    | {
        readonly type: 'tool_call'
        readonly toolCall: {
          readonly id: string
          readonly type: 'function'
          readonly function: { readonly name: string; readonly arguments: string }
        }
        readonly index: number
      }
    | {
        readonly type: 'approval-requested'
        readonly toolCallId: string
        readonly toolName: string
        readonly input: JsonValue
        readonly approval: { readonly id: string; readonly needsApproval: true }
      }
    | { readonly type: 'tool-input-available'; readonly toolCallId: string; readonly toolName: string; readonly input: JsonValue }
    | { readonly type: 'tool_result'; readonly toolCallId: string; readonly content: string }
    | {
        readonly type: 'done'
        readonly finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | null
        readonly usage?: { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens: number }
      }
    | { readonly type: 'error'; readonly error: { readonly message: string; readonly code?: string } }
  )
