import { seededRandom } from '../fixtures/random.mjs'
import { createLoop, frequencyOf, soften } from './loop.mjs'

const BEAT = 60 / 80
const BARS = [
  { bass: 38, chord: [53, 57, 60, 64] },
  { bass: 43, chord: [53, 59, 62, 64] },
  { bass: 36, chord: [52, 55, 59, 62] },
  { bass: 45, chord: [52, 55, 60, 67] },
]
const MELODY = [
  [0.5, 76],
  [1.5, 74],
  [3, 72],
  [5.5, 71],
  [6.5, 74],
  [9, 67],
  [10.5, 71],
  [11, 72],
  [13.5, 69],
  [15, 67],
]

/** A relaxed tune: a soft electric piano over a slow beat. */
export function stroll() {
  const random = seededRandom('stroll')
  const loop = createLoop(BARS.length * 4 * BEAT)
  const pluck = (at, note, loudness) => {
    const turn = 2 * Math.PI * frequencyOf(note)
    loop.add(at, 2.2, (time) => {
      const decay = Math.min(1, time / 0.004) * Math.exp(-2.2 * time) * Math.min(1, (2.2 - time) * 8)
      return loudness * decay * Math.sin(turn * time + 0.9 * Math.exp(-5 * time) * Math.sin(2 * turn * time))
    })
  }
  for (const [bar, { bass, chord }] of BARS.entries()) {
    const at = bar * 4 * BEAT
    for (const beat of [0, 2.5]) for (const [voice, note] of chord.entries()) pluck(at + beat * BEAT + voice * 0.012, note, 0.17)
    for (const [beat, note] of [
      [0, bass],
      [1.5, bass],
      [2, bass + 7],
    ])
      pluck(at + beat * BEAT, note, 0.42)
    for (const beat of [0, 2]) {
      loop.add(
        at + beat * BEAT,
        0.25,
        (time) => 0.6 * Math.exp(-16 * time) * Math.sin(2 * Math.PI * (48 * time - 6 * Math.exp(-30 * time))),
      )
    }
  }
  for (const [beat, note] of MELODY) pluck(beat * BEAT, note, 0.2)
  soften(loop.samples, 3500)
  // the brush stays bright, so it is added after the low pass
  for (let beat = 0.5; beat < BARS.length * 4; beat += 1)
    loop.add(beat * BEAT, 0.08, (time) => 0.05 * (random() * 2 - 1) * Math.min(1, time / 0.01) * Math.exp(-60 * time))
  return loop.samples
}
