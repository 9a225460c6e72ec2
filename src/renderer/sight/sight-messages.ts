import type { FrameReason } from '../../shared/sight/frame-gate'

/** Messages to the worker that makes frames. */
export type SightCommand =
  /** Capture this; the pictures before are forgotten. */
  | { readonly type: 'watch'; readonly pictures: ReadableStream<VideoFrame> }
  /** A frame is needed now. */
  | { readonly type: 'want' }
  | { readonly type: 'close' }

/** A frame of the worker; `age` in ms. */
export interface MadeFrame {
  readonly jpeg: Uint8Array<ArrayBuffer>
  readonly reason: FrameReason
  readonly flat: boolean
  readonly ageMs: number
}

/** Messages of the worker. `ended`: there are no more pictures. */
export type SightReport = { readonly type: 'frame'; readonly frame: MadeFrame } | { readonly type: 'ended' }
