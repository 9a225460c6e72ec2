import type { FrameDirection } from '../fixtures/recorded-event'
import type { Chunk } from '../protocol/chunks'

/** A row of the wire: one frame, a run of sound frames, or an event of the connection. */
export interface WireRow {
  /** place in the list, from 0 */
  readonly place: number
  /** indices of its first and last recorded events */
  readonly first: number
  last: number
  /** ms since the epoch */
  readonly at: number
  readonly direction: FrameDirection | 'none'
  readonly connection: number
  readonly kind: string
  readonly detail: string
  /** frames in it */
  count: number
  /** characters of their texts, which equal bytes on this wire */
  bytes: number
  readonly tools: boolean
  readonly audio: boolean
  /** number of the turn, from 1 */
  readonly turn: number
  /** chunk rows made from it, from the first up to the last (exclusive); equal if none */
  chunksFrom: number
  chunksTo: number
}

/** A line of the stream: one chunk, or a run of chunks of sound. */
export interface ChunkRow {
  readonly place: number
  readonly type: Chunk['type']
  readonly detail: string
  count: number
  readonly messageId: string
  readonly role: 'user' | 'assistant'
  /** index of its part in the message; null if it is about the whole message */
  readonly part: number | null
  readonly toolCallId: string | null
  /** the wire row it was made from; null if the app itself made it, or the row is forgotten */
  wire: number | null
  /** samples of sound, summed over a run */
  samples: number
  readonly turn: number
}
