/** The loudness of each 20 ms of a sound, in dB of full scale; silence is −120. */
export function loudnessCurve(samples: Int16Array, sampleRate: number): readonly number[] {
  const length = Math.round(sampleRate / 50)
  const curve: number[] = []
  for (let start = 0; start + length <= samples.length; start += length) {
    let squares = 0
    for (let index = start; index < start + length; index += 1) squares += ((samples[index] ?? 0) / 32_768) ** 2
    curve.push(Math.max(-120, 10 * Math.log10(squares / length + 1e-12)))
  }
  return curve
}

/**
 * The perceived level of a steady sound: blocks at its own level are `full`, clearly softer ones `low`, the rest is
 * `silent`.
 */
export type MeasuredLevel = 'full' | 'low' | 'silent'

/**
 * Blocks of 20 ms from which on a level counts: shorter ones are transitions, and a busy computer may lose some sound.
 */
const LASTING: Readonly<Record<MeasuredLevel, number>> = { full: 3, low: 3, silent: 20 }

/** The levels of a steady sound, in order. `fullDecibels`: its own. */
export function heardLevels(curve: readonly number[], fullDecibels: number): readonly MeasuredLevel[] {
  const levels: MeasuredLevel[] = []
  let run: { readonly level: MeasuredLevel | null; readonly blocks: number } = { level: null, blocks: 0 }
  for (const decibels of curve) {
    const level = levelOf(decibels - fullDecibels)
    run = { level, blocks: level === run.level ? run.blocks + 1 : 1 }
    if (run.level !== null && run.blocks === LASTING[run.level] && levels.at(-1) !== run.level) levels.push(run.level)
  }
  return levels
}

function levelOf(difference: number): MeasuredLevel | null {
  if (difference > -3) return 'full'
  if (difference < -50) return 'silent'
  return difference < -10 && difference > -20 ? 'low' : null
}
