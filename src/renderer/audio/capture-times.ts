import { CAPTURE_RATE } from './worklets/messages'

/** Samples still recorded after the key is up: 300 ms. */
export const TAIL_LENGTH = (CAPTURE_RATE * 300) / 1000

/** How long the worklet may take to hand over the end of a talk. */
export const HANDSHAKE_MS = 1500

/** Silence of the worklet after which the microphone counts as lost. */
export const FRAMES_MISSING_MS = 1000

/** How long a lost microphone is tried again. */
export const REBUILD_MS = 2000

/** Pause between two tries. */
export const REBUILD_PAUSE_MS = 250

/** With no microphone open for so long the recorder's context rests. */
export const CAPTURE_REST_MS = 5000

/** Devices come and go in bursts; the last change counts. */
export const DEVICE_CHANGE_MS = 300
