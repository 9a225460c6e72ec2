/**
 * Resamples by windowed sinc (16 taps a side, Blackman). Frequencies above 85 % of the lower Nyquist frequency are removed, as
 * the browser's own resampler does (−3 dB at 7 kHz of 8): hiss up there says nothing about speech.
 */
export function resample(samples: Float64Array, from: number, to: number): Float64Array {
  const ratio = to / from
  const cutoff = Math.min(1, ratio) * 0.85
  const taps = Math.ceil(16 / cutoff)
  const output = new Float64Array(Math.floor(samples.length * ratio))
  for (let index = 0; index < output.length; index += 1) {
    const center = index / ratio
    let sum = 0
    for (let tap = Math.ceil(center - taps); tap <= Math.floor(center + taps); tap += 1) {
      const sample = samples[tap]
      if (sample === undefined) continue
      const distance = center - tap
      const sinc = distance === 0 ? cutoff : Math.sin(Math.PI * distance * cutoff) / (Math.PI * distance)
      const phase = (distance / taps + 1) / 2
      sum += sample * sinc * (0.42 - 0.5 * Math.cos(2 * Math.PI * phase) + 0.08 * Math.cos(4 * Math.PI * phase))
    }
    output[index] = sum
  }
  return output
}

/** Normalised cross-correlation of `reference[from, from+length)` with `heard` shifted by `lag` samples: −1 to 1. */
export function correlationAt(reference: Float64Array, heard: Float64Array, from: number, length: number, lag: number): number {
  let product = 0
  let energyReference = 0
  let energyHeard = 0
  for (let index = from; index < from + length; index += 1) {
    const a = reference[index] ?? 0
    const b = heard[index + lag] ?? 0
    product += a * b
    energyReference += a * a
    energyHeard += b * b
  }
  return energyReference === 0 || energyHeard === 0 ? 0 : product / Math.sqrt(energyReference * energyHeard)
}

/** One window of the reference and how well it was found. `startMs` is its place in the reference. */
export interface WindowMatch {
  readonly startMs: number
  readonly correlation: number
  /** samples by which it arrived later than in the reference */
  readonly lag: number
}

/**
 * Searches every audible window (250 ms) of `reference` in `heard` (both at `sampleRate`): first the lag of the whole,
 * then ±60 ms around it for each window, because a fake device may insert or drop 10 ms blocks.
 */
export function matchWindows(reference: Float64Array, heard: Float64Array, sampleRate: number): readonly WindowMatch[] {
  const length = Math.round(sampleRate * 0.25)
  const overall = bestLag(reference, heard, 0, reference.length, -sampleRate / 2, heard.length, 8)
  const loudest = Math.sqrt(energy(reference, 0, reference.length) / reference.length)
  const matches: WindowMatch[] = []
  for (let from = 0; from + length <= reference.length; from += length) {
    if (Math.sqrt(energy(reference, from, length) / length) < loudest * 0.1) continue
    const reach = Math.round(sampleRate * 0.06)
    const coarse = bestLag(reference, heard, from, length, overall - reach, overall + reach, 2)
    const lag = bestLag(reference, heard, from, length, coarse - 2, coarse + 3, 1)
    matches.push({ startMs: (from / sampleRate) * 1000, correlation: correlationAt(reference, heard, from, length, lag), lag })
  }
  return matches
}

function bestLag(
  reference: Float64Array,
  heard: Float64Array,
  from: number,
  length: number,
  first: number,
  last: number,
  step: number,
): number {
  let best = Math.round(first)
  let bestCorrelation = -Infinity
  const stride = step > 2 ? 4 : 1
  for (let lag = Math.round(first); lag < last; lag += step) {
    let product = 0
    let energyHeard = 1
    for (let index = from; index < from + length; index += stride) {
      const b = heard[index + lag] ?? 0
      product += (reference[index] ?? 0) * b
      energyHeard += b * b
    }
    const correlation = product / Math.sqrt(energyHeard)
    if (correlation > bestCorrelation) {
      bestCorrelation = correlation
      best = lag
    }
  }
  return best
}

function energy(samples: Float64Array, from: number, length: number): number {
  let sum = 0
  for (let index = from; index < from + length; index += 1) sum += (samples[index] ?? 0) ** 2
  return sum
}
