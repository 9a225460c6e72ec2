import type { JsonObject, JsonValue } from '../../lib/json'

/** Extra facts of an event. TanStack's client reads `tanstack`; `parley` has our message metadata. */
export interface AgUiMetadata {
  readonly [space: string]: JsonValue
}

/** What a paused run waits for: the answer to an approval, or the output of a client-run tool. */
export interface AgUiInterrupt {
  readonly id: string
  readonly reason: 'tool_call' | 'tanstack:client_tool_execution'
  readonly message: string
  readonly toolCallId: string
  readonly responseSchema: JsonObject
  /** ISO 8601; later answers do not count. */
  readonly expiresAt?: string
  readonly metadata: AgUiMetadata
}

export type AgUiOutcome =
  | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] }
  | { readonly type: 'interrupt'; readonly interrupts: readonly AgUiInterrupt[] }
  | { readonly type: 'cancelled' }

/** Token counts of a run, all non-negative integers. */
export interface AgUiUsage {
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly totalTokens?: number
  readonly reasoningTokens?: number
  readonly cachedInputTokens?: number
}

interface RunEnd {
  readonly threadId: string
  readonly runId: string
  readonly outcome: AgUiOutcome
  readonly usage?: readonly AgUiUsage[]
}

/** The AG-UI events we write: those that `@ag-ui/client` 1.0.0 and `@tanstack/ai-client` 0.33.2 both read. */
export type AgUiEvent = (
  | { readonly type: 'RUN_STARTED'; readonly threadId: string; readonly runId: string; readonly parentRunId?: string }
  | ({ readonly type: 'RUN_FINISHED' } & RunEnd)
  | { readonly type: 'RUN_ERROR'; readonly message: string; readonly code?: string; readonly usage?: readonly AgUiUsage[] }
  | { readonly type: 'STEP_STARTED' | 'STEP_FINISHED'; readonly stepName: string }
  | { readonly type: 'TEXT_MESSAGE_START'; readonly messageId: string; readonly role: 'assistant' }
  | { readonly type: 'TEXT_MESSAGE_CONTENT' | 'REASONING_MESSAGE_CONTENT'; readonly messageId: string; readonly delta: string }
  | {
      readonly type: 'TEXT_MESSAGE_END' | 'REASONING_START' | 'REASONING_MESSAGE_END' | 'REASONING_END'
      readonly messageId: string
    }
  | { readonly type: 'REASONING_MESSAGE_START'; readonly messageId: string; readonly role: 'reasoning' }
  | {
      readonly type: 'REASONING_ENCRYPTED_VALUE'
      readonly subtype: 'message' | 'tool-call'
      readonly entityId: string
      readonly encryptedValue: string
    }
  | { readonly type: 'TOOL_CALL_START'; readonly toolCallId: string; readonly toolCallName: string; readonly parentMessageId: string }
  | { readonly type: 'TOOL_CALL_ARGS'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'TOOL_CALL_END'; readonly toolCallId: string }
  | {
      readonly type: 'TOOL_CALL_RESULT'
      readonly messageId: string
      readonly toolCallId: string
      /** JSON text, for a string too. */
      readonly content: string
      readonly role: 'tool'
    }
  | { readonly type: 'MESSAGES_SNAPSHOT'; readonly messages: readonly JsonObject[] }
  | { readonly type: 'CUSTOM'; readonly name: string; readonly value: JsonValue }
) & { readonly metadata?: AgUiMetadata }
