import type { FrameDirection } from '../fixtures/recorded-event'
import type { Chunk } from '../protocol/chunks'

/** A line of the wire: one frame, a run of frames of sound, or something that happened to the connection. */
export interface WireRow {
  /** place in the list, from 0 */
  readonly place: number
  /** indices of the first and the last recorded event in it */
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
  /** characters of their texts, which for what goes over this wire are bytes */
  bytes: number
  readonly tools: boolean
  readonly audio: boolean
  /** number of the turn, from 1 */
  readonly turn: number
  /** rows of chunks that came of it, from the first to before the last; equal where none did */
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
  /** place of its part in the message; null where it is about the whole message */
  readonly part: number | null
  readonly toolCallId: string | null
  /** the row of the wire that it came of; null where the app itself made it, or the row is forgotten */
  wire: number | null
  /** samples of sound, of a run all together */
  samples: number
  readonly turn: number
}
