import { drift } from '../../scripts/music/drift.mjs'
import { MUSIC_RATE } from '../../scripts/music/loop.mjs'
import { stroll } from '../../scripts/music/stroll.mjs'
import { RATE, resampled, scaledTo } from './sound'

/** Sounds that are no speech to the assistant, and the level below a voice at which each is mixed with one, in dB. */
export const NOISES = {
  white: { signalToNoise: 10, make: (length: number) => hiss(length, 1) },
  pink: { signalToNoise: 10, make: pink },
  brown: { signalToNoise: 10, make: brown },
  hum: { signalToNoise: 5, make: hum },
  keyboard: { signalToNoise: 10, make: keyboard },
  fan: { signalToNoise: 5, make: fan },
  music: { signalToNoise: 15, make: music },
  /** made of the voices themselves, see `babble` */
  babble: { signalToNoise: 20, make: null },
} as const

export type NoiseName = keyof typeof NOISES
export const NOISE_NAMES: readonly NoiseName[] = ['white', 'pink', 'brown', 'hum', 'keyboard', 'fan', 'music', 'babble']

/** Numbers from −1 to 1 that are the same in every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2_147_483_648 - 1
  }
}

function hiss(length: number, seed: number): Float32Array {
  const next = chance(seed)
  return Float32Array.from({ length }, next)
}

/** Each step a mix of four sluggish followers of white noise: 3 dB less with every octave, closely enough. */
function pink(length: number): Float32Array {
  const next = chance(2)
  const followers = [0.997, 0.985, 0.94, 0.75].map((keep) => ({ keep, value: 0 }))
  return Float32Array.from({ length }, () => {
    const white = next()
    let sum = 0
    for (const follower of followers) {
      follower.value = follower.keep * follower.value + (1 - follower.keep) * white
      sum += follower.value * (1 / Math.sqrt(1 - follower.keep))
    }
    return sum
  })
}

function brown(length: number): Float32Array {
  const next = chance(3)
  let value = 0
  return Float32Array.from({ length }, () => {
    value = value * 0.998 + next() * 0.05
    return value
  })
}

/** Mains hum with its harmonics. */
function hum(length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) =>
    [1, 2, 3, 4, 6].reduce((sum, harmonic) => sum + Math.sin((2 * Math.PI * 50 * harmonic * index) / RATE) / harmonic, 0),
  )
}

/** Strokes at uneven times, each a short dull knock and a click. */
function keyboard(length: number): Float32Array {
  const next = chance(4)
  const sound = new Float32Array(length)
  for (let at = 800; at < length; at += Math.round(RATE * (0.09 + 0.08 * (next() + 1)))) {
    const loudness = 0.6 + 0.4 * next()
    for (let index = 0; index < 900 && at + index < length; index += 1) {
      const click = next() * Math.exp(-index / 40)
      const knock = Math.sin((2 * Math.PI * 180 * index) / RATE) * Math.exp(-index / 220)
      sound[at + index] = (sound[at + index] ?? 0) + loudness * (click + 0.4 * knock)
    }
  }
  return sound
}

/** Air, with the blades of the fan in it. */
function fan(length: number): Float32Array {
  const air = pink(length)
  return air.map((sample, index) => sample * (1 + 0.3 * Math.sin((2 * Math.PI * 23 * index) / RATE)))
}

/** Parley's own tracks, one after the other. */
function music(length: number): Float32Array {
  const sound = new Float32Array(length)
  const half = Math.floor(length / 2)
  const [first, second] = [stroll(), drift()].map((track) => resampled(track.slice(0, Math.ceil((half / RATE) * MUSIC_RATE)), MUSIC_RATE))
  for (let index = 0; index < length; index += 1) sound[index] = (index < half ? first?.[index] : second?.[index - half]) ?? 0
  return sound
}

/** Many voices at once, none of them near: each the same voices, begun elsewhere. */
function babble(length: number, voices: readonly Float32Array[]): Float32Array {
  const next = chance(5)
  const sound = new Float32Array(length)
  for (const voice of [...voices, ...voices]) {
    const level = scaledTo(voice, 0.05)
    const offset = Math.floor(((next() + 1) / 2) * level.length)
    for (let index = 0; index < length; index += 1) sound[index] = (sound[index] ?? 0) + (level[(index + offset) % level.length] ?? 0)
  }
  // said across a room: dull
  let held = 0
  return sound.map((sample) => {
    held += 0.35 * (sample - held)
    return held
  })
}

/** `seconds` (at 16 kHz) of each noise. `voices` are what babble is made of. */
export function makeNoises(seconds: number, voices: readonly Float32Array[]): ReadonlyMap<NoiseName, Float32Array> {
  const length = seconds * RATE
  return new Map(
    NOISE_NAMES.map((name) => {
      const { make } = NOISES[name]
      return [name, make === null ? babble(length, voices) : make(length)]
    }),
  )
}
