/** Rate of the microphone's sound, samples a second: what the Live API takes. */
export const CAPTURE_RATE = 16_000
/** Rate of the played sound, samples a second: what the Live API gives. */
export const PLAYBACK_RATE = 24_000
