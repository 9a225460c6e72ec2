import { createLoop, frequencyOf, swell } from './loop.mjs'

const CHORDS = [
  [48, 64, 67, 71, 74],
  [45, 60, 64, 67, 71],
  [41, 60, 65, 69, 76],
  [43, 59, 62, 69, 74],
]
const BAR = 4

/** Slow chords that blend into each other. */
export function drift() {
  const loop = createLoop(CHORDS.length * BAR)
  for (const [bar, chord] of CHORDS.entries()) {
    for (const [voice, note] of chord.entries()) {
      const length = BAR * 1.6
      for (const detune of [-0.0017, 0, 0.0023]) {
        const turn = 2 * Math.PI * frequencyOf(note) * (1 + detune)
        const loudness = (voice === 0 ? 0.5 : 0.28) / (1 + voice * 0.1)
        loop.add(bar * BAR, length, (time) => {
          const shimmer = 0.25 + 0.15 * Math.sin(2 * Math.PI * 0.25 * time + voice)
          const tone = Math.sin(turn * time) + shimmer * Math.sin(2 * turn * time) + 0.08 * Math.sin(3 * turn * time)
          return loudness * swell(time, length, 1.6, 2.4) * tone
        })
      }
    }
  }
  return loop.samples
}
