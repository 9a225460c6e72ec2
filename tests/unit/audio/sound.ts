import { floatToInt16 } from '../../../src/shared/audio/pcm'
import { PcmEngine, type PcmEngineSettings } from '../../../src/shared/audio/pcm-engine'

export const RATE = 24_000
export const BLOCK = 128

/** Samples of a sine of 0.8 of full scale from `start` on. */
export function sine(length: number, start = 0, hertz = 220, rate = RATE): Int16Array {
  return Int16Array.from({ length }, (_, index) => Math.round(26_000 * Math.sin((2 * Math.PI * hertz * (start + index)) / rate)))
}

/** A sine that begins and ends softly, so that every click in the output comes from the player. */
export function softSine(length: number): Int16Array {
  const edge = 240
  return sine(length).map((sample, index) => {
    const distance = Math.min(index, length - 1 - index, edge)
    return Math.round(sample * (0.5 - 0.5 * Math.cos((Math.PI * distance) / edge)))
  })
}

/** Samples that encode their own place: a ramp that never repeats within 60,000 samples and is never 0. */
export function numbered(length: number, start = 0): Int16Array {
  return Int16Array.from({ length }, (_, index) => ((start + index) % 30_000) + 1)
}

export interface Arrival {
  readonly atMs: number
  readonly samples: number
}

export interface TraceRun {
  readonly out: Float32Array
  readonly engine: PcmEngine
  readonly events: readonly string[]
}

/** Plays a trace of arrivals through the engine in blocks of 128 on a simulated clock until `untilMs`. */
export function playTrace(
  source: Int16Array,
  arrivals: readonly Arrival[],
  untilMs: number,
  settings: { readonly endAtMs?: number; readonly flushAtMs?: number } = {},
): TraceRun {
  const events: string[] = []
  const onEvent: PcmEngineSettings['onEvent'] = (kind, turnId, position) => events.push(`${kind} ${turnId} ${position}`)
  const engine = new PcmEngine({ sampleRate: RATE, onEvent })
  const out = new Float32Array(Math.ceil((untilMs * RATE) / 1000 / BLOCK) * BLOCK)
  let sent = 0
  let next = 0
  let ended = false
  let flushed = false
  for (let at = 0; at < out.length; at += BLOCK) {
    const nowMs = (at * 1000) / RATE
    for (let arrival = arrivals[next]; arrival && arrival.atMs <= nowMs; arrival = arrivals[next]) {
      engine.push(source.slice(sent, sent + arrival.samples), 'turn-1', sent)
      sent += arrival.samples
      next += 1
    }
    if (!ended && next === arrivals.length && nowMs >= (settings.endAtMs ?? 0)) {
      engine.end('turn-1')
      ended = true
    }
    if (!flushed && settings.flushAtMs !== undefined && nowMs >= settings.flushAtMs) {
      engine.flush('turn-1')
      flushed = true
    }
    engine.process(out.subarray(at, at + BLOCK))
  }
  return { out, engine, events }
}

/** Largest second difference of a signal: a 220 Hz sine of 0.8 stays below 0.003, a cut makes 0.03 to 1. */
export function worstClick(signal: Float32Array): { readonly size: number; readonly at: number } {
  let size = 0
  let place = 0
  for (let index = 2; index < signal.length; index += 1) {
    const bend = Math.abs((signal[index] ?? 0) - 2 * (signal[index - 1] ?? 0) + (signal[index - 2] ?? 0))
    if (bend > size) {
      size = bend
      place = index
    }
  }
  return { size, at: place }
}

/** The samples between the first and the last that are not 0. */
export function trimSilence(signal: Float32Array): Int16Array {
  const samples = Int16Array.from(signal, floatToInt16)
  let first = 0
  let last = samples.length
  while (first < last && samples[first] === 0) first += 1
  while (last > first && samples[last - 1] === 0) last -= 1
  return samples.slice(first, last)
}

/** Numbers 0…1 that are the same on every run. */
export function repeatableRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Index of the first sample in which the two differ, or −1 when they are the same. */
export function firstDifference(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const length = Math.max(first.length, second.length)
  for (let index = 0; index < length; index += 1) if (first[index] !== second[index]) return index
  return -1
}
