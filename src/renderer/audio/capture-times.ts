import { CAPTURE_RATE } from './worklets/messages'

/** Samples recorded after the key is up: 300 ms. */
export const TAIL_LENGTH = (CAPTURE_RATE * 300) / 1000

/** The longest time for the worklet to report the end of a talk. */
export const HANDSHAKE_MS = 1500

/** Time without frames of the worklet after which the microphone counts as lost. */
export const FRAMES_MISSING_MS = 1000

/** How long reopening a lost microphone is tried. */
export const REBUILD_MS = 2000

/** Pause between two attempts. */
export const REBUILD_PAUSE_MS = 250

/** Time without an open microphone after which the recorder's context is suspended. */
export const CAPTURE_REST_MS = 5000

/** Devices come and go in bursts; the last change counts. */
export const DEVICE_CHANGE_MS = 300
