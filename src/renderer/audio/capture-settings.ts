import type { Clock } from '../../shared/lib/clock'
import type { LevelReading } from './levels'
import type { CaptureConstraints, CaptureFailure, MicrophoneSource } from './microphone'

/** What capture asks and tells. All but the first four have defaults or may be left out. */
export interface CaptureSettings {
  /** Asked every time the microphone is opened. */
  readonly getConstraints: () => CaptureConstraints
  /** 20 ms of sound: 640 bytes s16le, mono, 16 kHz, in order; the first of a talk are its pre-roll. */
  readonly onFrame: (pcm: Uint8Array<ArrayBuffer>, talkId: string) => void
  /** Everything recorded for this talk was given; nothing more comes. Once for each started talk that did not fail. */
  readonly onEnd: (talkId: string) => void
  /** The talk is over because there is no sound to be had; instead of `onEnd`. `talkId` is null if a warm microphone was lost. */
  readonly onFailure: (failure: CaptureFailure, talkId: string | null) => void
  /** The first frame of this talk is about to be given: only now is it true that the microphone listens. */
  readonly onStart?: (talkId: string) => void
  /** The user talks, but for 3 s nothing but silence came: a muted microphone. At most once a talk. */
  readonly onSilent?: (talkId: string) => void
  /** The system or a switch on the device has muted the open microphone, or no longer does. */
  readonly onMuted?: (muted: boolean) => void
  /** The chosen microphone is gone; the default one was opened in its place. */
  readonly onDefaultUsed?: () => void
  /** By default told to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  readonly clock?: Clock
  readonly mediaDevices?: MicrophoneSource
}

/** The one owner of the microphone. No method throws; what goes wrong is told to `onFailure`. */
export interface Capture {
  /** Opens the microphone if needed and begins a talk. In the tail of the same talk: goes on with it as if never stopped. */
  start(talkId: string): void
  /** The user let go: 300 ms more are recorded, then `onEnd`. While the microphone is still opening: `onEnd` at once. */
  stop(): void
  /** Ends the talk at once, without tail. */
  cancel(): void
  /** Takes over changed settings: opens, closes or changes the warm microphone. A talk going on is finished as it is. */
  refresh(): void
  /** Releases the microphone and everything else for good. */
  close(): void
}
