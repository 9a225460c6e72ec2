import type { TurnReport } from '../../../shared/audio/turn-player'

export { CAPTURE_RATE, PLAYBACK_RATE } from '../../../shared/audio/rates'

export const CAPTURE_PROCESSOR = 'parley-capture'
export const PLAYBACK_PROCESSOR = 'parley-playback'

/** Loudness and shape of 40 ms, see `LevelReading`. */
export interface LevelMessage {
  readonly type: 'level'
  readonly rms: number
  readonly peak: number
  readonly waveform: Float32Array
}

/** Hands a processor the end of its line, on which the sound itself goes: past the page's own thread where main has the other end. */
interface LineCommand {
  readonly type: 'line'
  readonly port: MessagePort
}

export type CaptureCommand =
  /**
   * `heard`: a talk that goes on after its microphone was lost; its line is not told again that it begins.
   * `from`: the sample to begin with, as counted in `MeasuredFrame`; null: half a second back.
   */
  | { readonly type: 'start'; readonly talkId: string; readonly heard: boolean; readonly from: number | null }
  /** Every sample goes to this port as a `MeasuredFrame` from now on; null: no longer. */
  | { readonly type: 'listen'; readonly port: MessagePort | null }
  /** `serial` comes back with the end, so that an end overtaken by a new start is known. */
  | { readonly type: 'finish'; readonly serial: number; readonly tailLength: number }
  | { readonly type: 'cancel' }
  /** Ends the talk, without a word of it on the line, and forgets what was heard before. */
  | { readonly type: 'reset' }
  | { readonly type: 'close' }
  | LineCommand

/** 20 ms of what the microphone hears, also between talks. `startSample` counts on from frame to frame. */
export interface MeasuredFrame {
  readonly samples: Int16Array<ArrayBuffer>
  readonly startSample: number
}

/** What the page hears of a talk; its line hears the same, with the frames between. */
export type CaptureReport =
  | { readonly type: 'started'; readonly talkId: string }
  | { readonly type: 'ended'; readonly talkId: string; readonly serial: number }
  | LevelMessage

export type PlaybackCommand = LineCommand | { readonly type: 'speed'; readonly speed: number } | { readonly type: 'close' }

export type PlaybackReport =
  | ({ readonly type: 'position' } & TurnReport)
  /** Sound came. `total`: the turn's length so far, in samples of its own rate. */
  | { readonly type: 'received'; readonly turnId: string; readonly total: number }
  /** Sound came that can't be played; `count` so far. */
  | { readonly type: 'refused'; readonly count: number }
  | LevelMessage
