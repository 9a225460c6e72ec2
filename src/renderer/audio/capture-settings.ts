import type { Clock } from '../../shared/lib/clock'
import type { LevelReading } from './levels'
import type { CaptureConstraints, CaptureFailure, MicrophoneSource } from './microphone'

/**
 * What capture asks and tells. All but the first four have defaults or may be left out. The sound itself is not among it: it
 * goes down a line from the recorder's own thread, with the first frame of a talk told before it and the end after the last.
 */
export interface CaptureSettings {
  /** Asked every time the microphone is opened. */
  readonly getConstraints: () => CaptureConstraints
  /** Takes the other end of a line: `CaptureChannelMessage`s come from it. Called once, and again for each recorder that takes a broken one's place. */
  readonly openLine: (port: MessagePort) => void
  /** The talk is over, and no line will tell of it: the microphone had not heard it yet, or gives no answer. */
  readonly onEnd: (talkId: string) => void
  /** The talk is over because there is no sound to be had; instead of any end. `talkId` is null if a warm microphone was lost. */
  readonly onFailure: (failure: CaptureFailure, talkId: string | null) => void
  /** The first frame of this talk was given: only now is it true that the microphone listens. */
  readonly onStart?: (talkId: string) => void
  /** The user talks, but for 3 s nothing but silence came: a muted microphone. At most once a talk. */
  readonly onSilent?: (talkId: string) => void
  /** The system or a switch on the device has muted the open microphone, or no longer does. */
  readonly onMuted?: (muted: boolean) => void
  /** The microphone was lost in the middle of a talk and could not be opened again yet; false: it is heard again, or the talk is over. */
  readonly onLost?: (lost: boolean) => void
  /** The chosen microphone is gone; the default one was opened in its place. */
  readonly onDefaultUsed?: () => void
  /** By default told to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  readonly clock?: Clock
  readonly mediaDevices?: MicrophoneSource
}

/** The one owner of the microphone. No method throws; what goes wrong is told to `onFailure`. */
export interface Capture {
  /**
   * Opens the microphone if needed and begins a talk. In the tail of the same talk: goes on with it as if never stopped.
   * `from`: the sample to begin with, as a listener counts them.
   */
  start(talkId: string, from?: number | null): void
  /** The user let go: `tailLength` samples more are recorded (300 ms), then the end is told. While the microphone is still opening: at once. */
  stop(tailLength?: number): void
  /** Everything that an open microphone hears also goes to the ports that this opens (see `MeasuredFrame`); null: no longer. */
  listen(openPort: (() => MessagePort) | null): void
  /** Ends the talk at once, without tail. */
  cancel(): void
  /** Takes over changed settings: opens, closes or changes the warm microphone. In a talk that goes on another one takes over at once. */
  refresh(): void
  /** The machine was asleep: a warm microphone is opened anew, whatever it looks like. A talk going on is left alone. */
  renew(): void
  /** Releases the microphone and everything else for good. */
  close(): void
}

/** The talk that capture records. `from`: the sample it is to begin with, see `Capture.start`. */
export interface CaptureTalk {
  readonly talkId: string
  readonly phase: 'opening' | 'talking' | 'tail'
  readonly heard: boolean
  readonly from: number | null
}
