import type { JsonObject, JsonValue } from '../lib/json'
import type { Message } from '../messages/message'

/** Extra facts of the model's provider on a part, kept verbatim and sent back (thought signatures, the model's own call ids). */
export interface ProviderMetadata {
  readonly [provider: string]: JsonObject
}

/** What the user sees of a failed call, where its error is a message of Parley. Outside clients do not get it. */
export type ErrorMetadata = { readonly message: Message }

/** Why a response ended: the six values of the AI SDK 6 UI message stream. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/** Our own data parts. Sizes are samples of 16-bit mono PCM; a `startSample` counts from the first sample of the turn. */
export type DataChunk =
  | {
      readonly type: 'data-pcm'
      readonly data: {
        /** base64 of s16le samples */
        readonly chunk: string
        readonly sampleRate: number
        readonly channels: 1
        readonly bitDepth: 16
        readonly startSample: number
      }
      readonly transient: true
    }
  | {
      readonly type: 'data-transcript'
      readonly id?: string
      readonly data: { readonly turnId: string; readonly text: string; readonly final: boolean }
    }
  | {
      readonly type: 'data-interrupted'
      readonly data: { readonly heardSamples: number; readonly totalSamples: number; readonly playedCharacters: number }
    }
  | { readonly type: 'data-executable-code'; readonly data: { readonly language: string; readonly code: string } }
  | { readonly type: 'data-code-execution-result'; readonly data: { readonly outcome: string; readonly output: string } }
  | {
      readonly type: 'data-artifact'
      readonly data: { readonly artifactId: string; readonly title: string; readonly rows: number; readonly columns: number }
    }
  | {
      readonly type: 'data-speech'
      readonly id: 'speech'
      /**
       * Speech of the user that was not transcribed. `attachmentId`: its sound; null if it could not be stored. `shown`
       * becomes false when a transcript replaces it or the user discards it: then the sound is erased.
       */
      readonly data: { readonly attachmentId: string | null; readonly durationMs: number; readonly shown: boolean }
    }
  | { readonly type: 'data-diagnostic'; readonly data: { readonly kind: string; readonly count: number }; readonly transient: true }

/**
 * One chunk of the AI SDK 6 UI message stream, the only vocabulary inside the app: the documented types with the
 * documented fields and nothing else (`uiMessageChunkSchema` of `ai` 6.0.325 accepts each; see docs/protocol.md).
 */
export type Chunk =
  | { readonly type: 'start'; readonly messageId: string; readonly messageMetadata?: JsonObject }
  | { readonly type: 'finish'; readonly finishReason: FinishReason; readonly messageMetadata?: JsonObject }
  | { readonly type: 'abort'; readonly reason?: string }
  | { readonly type: 'error'; readonly errorText: string }
  | { readonly type: 'message-metadata'; readonly messageMetadata: JsonObject }
  | { readonly type: 'start-step' }
  | { readonly type: 'finish-step' }
  | {
      readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'
      readonly id: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta'
      readonly id: string
      readonly delta: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'tool-input-start'
      readonly toolCallId: string
      readonly toolName: string
      /** A reader's types do not include our tools: the part is a `dynamic-tool`. */
      readonly dynamic: true
      readonly title?: string
      readonly providerMetadata?: ProviderMetadata
    }
  | { readonly type: 'tool-input-delta'; readonly toolCallId: string; readonly inputTextDelta: string }
  | {
      readonly type: 'tool-input-available'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: JsonValue
      readonly dynamic: true
      readonly title?: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'tool-input-error'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: JsonValue
      readonly dynamic: true
      readonly errorText: string
      readonly providerMetadata?: ProviderMetadata
    }
  | { readonly type: 'tool-approval-request'; readonly approvalId: string; readonly toolCallId: string }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: JsonValue; readonly preliminary?: boolean }
  | {
      readonly type: 'tool-output-error'
      readonly toolCallId: string
      /** in English, as the model gets it */
      readonly errorText: string
      readonly toolMetadata?: ErrorMetadata
    }
  | { readonly type: 'tool-output-denied'; readonly toolCallId: string }
  | { readonly type: 'source-url'; readonly sourceId: string; readonly url: string; readonly title?: string }
  | { readonly type: 'file'; readonly url: string; readonly mediaType: string; readonly providerMetadata?: ProviderMetadata }
  | DataChunk

/** A chunk with its place: which message of which turn it belongs to. Inside the app it also gets `conversationId` and `seq`. */
export interface PlacedChunk {
  readonly turnId: string
  readonly messageId: string
  readonly role: 'user' | 'assistant'
  readonly chunk: Chunk
}
