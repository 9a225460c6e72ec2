import type { PlaybackEventKind } from '../../../shared/audio/pcm-engine'

/** Rate of the microphone's sound, samples a second: what the Live API takes. */
export const CAPTURE_RATE = 16_000
/** Rate of the played sound, samples a second: what the Live API gives. */
export const PLAYBACK_RATE = 24_000
export const CAPTURE_PROCESSOR = 'parley-capture'
export const PLAYBACK_PROCESSOR = 'parley-playback'

/** Loudness and shape of 40 ms, see `LevelReading`. */
export interface LevelMessage {
  readonly type: 'level'
  readonly rms: number
  readonly peak: number
  readonly waveform: Float32Array
}

export type CaptureCommand =
  | { readonly type: 'start'; readonly talkId: string }
  /** `serial` comes back with the end, so that an end overtaken by a new start is known. */
  | { readonly type: 'finish'; readonly serial: number; readonly tailLength: number }
  | { readonly type: 'cancel' }
  /** Ends the talk and forgets what was heard before. */
  | { readonly type: 'reset' }
  | { readonly type: 'close' }

export type CaptureReport =
  | { readonly type: 'frame'; readonly talkId: string; readonly samples: Int16Array }
  | { readonly type: 'ended'; readonly talkId: string; readonly serial: number }
  | LevelMessage

export type PlaybackCommand =
  | { readonly type: 'push'; readonly turnId: string; readonly startSample: number; readonly samples: Int16Array }
  | { readonly type: 'end'; readonly turnId: string }
  | { readonly type: 'flush'; readonly turnId: string }
  | { readonly type: 'close' }

export type PlaybackReport =
  | {
      readonly type: 'position'
      readonly kind: PlaybackEventKind | 'progress'
      readonly turnId: string
      readonly position: number
      readonly stalls: number
    }
  | LevelMessage
