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

/** Gives a processor the end of its sound channel, which bypasses the page's own thread if main has the other end. */
interface LineCommand {
  readonly type: 'line'
  readonly port: MessagePort
}

export type CaptureCommand =
  /**
   * `heard`: a talk that continues after its microphone was lost; its channel gets no second start. `from`:
   * the first sample, as counted in `MeasuredFrame`; null: half a second back.
   */
  | { readonly type: 'start'; readonly talkId: string; readonly heard: boolean; readonly from: number | null }
  /** Every sample goes to this port as a `MeasuredFrame` from now on; null: stops that. */
  | { readonly type: 'listen'; readonly port: MessagePort | null }
  /** `serial` is returned with the end, so that an end overtaken by a new start is recognized. */
  | { readonly type: 'finish'; readonly serial: number; readonly tailLength: number }
  | { readonly type: 'cancel' }
  /** Ends the talk without a message on the channel, and discards the buffer. */
  | { readonly type: 'reset' }
  | { readonly type: 'close' }
  | LineCommand

/** 20 ms of the microphone's sound, also between talks. `startSample` counts on from frame to frame. */
export interface MeasuredFrame {
  readonly samples: Int16Array<ArrayBuffer>
  readonly startSample: number
}

/** What the page learns of a talk; its channel gets the same, with the frames in between. */
export type CaptureReport =
  | { readonly type: 'started'; readonly talkId: string }
  | { readonly type: 'ended'; readonly talkId: string; readonly serial: number }
  | LevelMessage

export type PlaybackCommand = LineCommand | { readonly type: 'speed'; readonly speed: number } | { readonly type: 'close' }

export type PlaybackReport =
  | ({ readonly type: 'position' } & TurnReport)
  /** Sound arrived. `total`: the turn's length so far, in samples of its own rate. */
  | { readonly type: 'received'; readonly turnId: string; readonly total: number }
  /** Unplayable sound arrived; `count` so far. */
  | { readonly type: 'refused'; readonly count: number }
  | LevelMessage
