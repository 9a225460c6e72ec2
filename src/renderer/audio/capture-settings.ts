import type { Clock } from '../../shared/lib/clock'
import type { LevelReading } from './levels'
import type { CaptureConstraints, CaptureFailure, MicrophoneSource } from './microphone'

/**
 * Dependencies and callbacks of capture. All but the first four have defaults or are optional. The sound itself goes on a
 * channel from the recorder's own thread, with a message before the first frame of a talk and the end after the last.
 */
export interface CaptureSettings {
  /** Called every time the microphone is opened. */
  readonly getConstraints: () => CaptureConstraints
  /**
   * Takes the other end of a channel, which sends `CaptureChannelMessage`s. Called once, and again for each recorder
   * that replaces a broken one.
   */
  readonly openLine: (port: MessagePort) => void
  /** The talk ended without a message on the channel: the microphone had no sound yet, or does not respond. */
  readonly onEnd: (talkId: string) => void
  /**
   * The talk ended because there is no sound; called instead of any end. `talkId` is null if a warm microphone was
   * lost.
   */
  readonly onFailure: (failure: CaptureFailure, talkId: string | null) => void
  /** The first frame of this talk was sent: only now the microphone really listens. */
  readonly onStart?: (talkId: string) => void
  /** The user talks, but there was only silence for 3 s: a muted microphone; false: it is heard again. At most once a talk. */
  readonly onSilent?: (talkId: string, silent: boolean) => void
  /** The system or a switch on the device has muted or unmuted the open microphone. */
  readonly onMuted?: (muted: boolean) => void
  /**
   * The microphone was lost during a talk and could not be opened again yet; false: it works again, or the talk ended.
   */
  readonly onLost?: (lost: boolean) => void
  /** The chosen microphone is gone; the default one was opened instead. */
  readonly onDefaultUsed?: () => void
  /** By default passed to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  readonly clock?: Clock
  readonly mediaDevices?: MicrophoneSource
}

/** The only owner of the microphone. No method throws; failures are passed to `onFailure`. */
export interface Capture {
  /**
   * Opens the microphone if needed and begins a talk. In the tail of the same talk: continues it as if never stopped.
   * `from`: the first sample, as a listener counts them.
   */
  start(talkId: string, from?: number | null): void
  /**
   * The user let go: records `tailLength` more samples (300 ms), then reports the end; at once while the microphone is
   * still opening.
   */
  stop(tailLength?: number): void
  /**
   * Also sends all sound of an open microphone to the ports that this opens (see `MeasuredFrame`); null: stops that.
   */
  listen(openPort: (() => MessagePort) | null): void
  /** Ends the talk at once, without tail. */
  cancel(): void
  /**
   * Applies changed settings: opens, closes or changes the warm microphone. During a talk, another microphone takes
   * over at once.
   */
  refresh(): void
  /** The computer was asleep: a warm microphone is opened again, whatever its state. An active talk is unaffected. */
  renew(): void
  /** Releases the microphone and everything else for good. */
  close(): void
}

/** The talk that capture records. `from`: its first sample, see `Capture.start`. */
export interface CaptureTalk {
  readonly talkId: string
  readonly phase: 'opening' | 'talking' | 'tail'
  readonly heard: boolean
  readonly from: number | null
}
