/** Sample rate of the microphone's sound in Hz, as the Live API expects it. */
export const CAPTURE_RATE = 16_000
/** Sample rate of the played sound in Hz, as the Live API sends it. */
export const PLAYBACK_RATE = 24_000
