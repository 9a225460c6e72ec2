/** Samples per second of the tracks. */
export const MUSIC_RATE = 32_000

/**
 * A stretch of sound that plays in a circle: what is added beyond its end comes in again at its beginning, so that the tail
 * of the last note sounds into the first one and no seam is heard.
 */
export function createLoop(seconds) {
  const samples = new Float64Array(Math.round(seconds * MUSIC_RATE))
  return {
    samples,
    /** Adds `length` seconds of `wave(time)` from the time `at`. */
    add(at, length, wave) {
      const first = Math.round(at * MUSIC_RATE)
      const count = Math.round(length * MUSIC_RATE)
      for (let index = 0; index < count; index += 1) samples[(first + index) % samples.length] += wave(index / MUSIC_RATE)
    },
  }
}

/** Frequency of a note, by its number in MIDI (69 is the A of 440 Hz). */
export const frequencyOf = (note) => 440 * 2 ** ((note - 69) / 12)

/** Louder in `attack` seconds, softer over the last `release` of `length` seconds: without a corner on either side. */
export function swell(time, length, attack, release) {
  const rise = Math.min(1, time / attack)
  const fall = Math.min(1, Math.max(0, (length - time) / release))
  return Math.sin((rise * Math.PI) / 2) ** 2 * Math.sin((fall * Math.PI) / 2) ** 2
}

/** A one-pole low pass over a circle of samples, run twice round so that it has no beginning. */
export function soften(samples, hertz) {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / MUSIC_RATE)
  let value = 0
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < samples.length; index += 1) {
      value += share * (samples[index] - value)
      if (round === 1) samples[index] = value
    }
  }
}

/** The samples as 16 bits, the loudest one at `peak` of full scale. */
export function toPcm(samples, peak) {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return Int16Array.from(samples, (sample) => Math.round((sample / loudest) * peak * 32_767))
}
