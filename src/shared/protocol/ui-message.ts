import type { JsonObject, JsonValue } from '../lib/json'
import type { DisplayText } from '../messages/message'
import type { DataChunk, ErrorMetadata, ProviderMetadata } from './chunks'

/** The user's answer to an approval; `approved` is absent while it is open. */
export interface UIApproval {
  readonly id: string
  readonly approved?: boolean
  readonly reason?: string
}

interface StreamedPart {
  readonly text: string
  readonly state?: 'streaming' | 'done'
  readonly providerMetadata?: ProviderMetadata
}

export interface TextPart extends StreamedPart {
  readonly type: 'text'
}

export interface ReasoningPart extends StreamedPart {
  readonly type: 'reasoning'
  readonly id?: string
}

interface CallFacts {
  readonly type: 'dynamic-tool'
  readonly toolName: string
  readonly toolCallId: string
  readonly title?: string
  readonly callProviderMetadata?: ProviderMetadata
  readonly approval?: UIApproval
}

/** A call and its state. `rawInput` is an input that was not valid JSON. */
export type ToolPart = CallFacts &
  (
    | { readonly state: 'input-streaming'; readonly input?: JsonValue; readonly rawInput?: JsonValue }
    | { readonly state: 'input-available'; readonly input: JsonValue }
    | { readonly state: 'approval-requested'; readonly input: JsonValue }
    | { readonly state: 'approval-responded'; readonly input: JsonValue }
    | { readonly state: 'output-denied'; readonly input: JsonValue }
    | { readonly state: 'output-available'; readonly input: JsonValue; readonly output: JsonValue; readonly preliminary?: boolean }
    | {
        readonly state: 'output-error'
        readonly input?: JsonValue
        readonly rawInput?: JsonValue
        readonly errorText: string
        readonly toolMetadata?: ErrorMetadata
      }
  )

/** Why a call failed, for the user. */
export function errorOf({ errorText, toolMetadata }: Extract<ToolPart, { readonly state: 'output-error' }>): DisplayText {
  return toolMetadata?.message ?? errorText
}

type KeptDataChunk = Exclude<DataChunk, { readonly transient: true }>

/** A data part equals its chunk. Transient data (sound, diagnostics) makes no part. */
export type DataPart = KeptDataChunk

/** One part of a message: the parts of the AI SDK 6 that our chunks can make. */
export type UIPart =
  | TextPart
  | ReasoningPart
  | ToolPart
  | DataPart
  | { readonly type: 'step-start' }
  | {
      readonly type: 'file'
      readonly mediaType: string
      readonly url: string
      readonly filename?: string
      readonly providerMetadata?: ProviderMetadata
    }
  | { readonly type: 'source-url'; readonly sourceId: string; readonly url: string; readonly title?: string }

/** One message of a thread, as the AI SDK 6 stores it. */
export interface UIMessage {
  readonly id: string
  readonly role: 'system' | 'user' | 'assistant'
  readonly metadata?: JsonObject
  readonly parts: readonly UIPart[]
}
