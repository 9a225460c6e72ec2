/** Samples per second of the tracks. */
export const MUSIC_RATE = 32_000

/**
 * A buffer for a looping track: what is added past its end continues at its beginning, so that the tail of the last note
 * overlaps the first one without an audible seam.
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

/**
 * A volume envelope: rises in `attack` seconds, falls over the last `release` of `length` seconds, smoothly at both
 * ends.
 */
export function swell(time, length, attack, release) {
  const rise = Math.min(1, time / attack)
  const fall = Math.min(1, Math.max(0, (length - time) / release))
  return Math.sin((rise * Math.PI) / 2) ** 2 * Math.sin((fall * Math.PI) / 2) ** 2
}

/** A one-pole low pass over a loop of samples, run twice so that it has no start transient. */
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
