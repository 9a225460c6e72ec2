import { makeNoises, NOISE_NAMES, NOISES, type NoiseName } from './noises'
import { audiblePart, RATE, scaledTo } from './sound'
import { loadVoices, type Voice } from './voices'

/** Sound with one utterance in it, or with none. Positions in samples. */
export interface Scene {
  readonly name: string
  readonly kind: Voice['kind'] | 'none'
  readonly noise: NoiseName | 'quiet'
  readonly sound: Float32Array
  /** Where the utterance is heard; null where there is none. */
  readonly said: { readonly from: number; readonly to: number } | null
}

/** −26 dBFS: a voice at a usual distance. */
const VOICE_LEVEL = 0.05
/** What stands before and after an utterance, in samples. */
const LEAD = RATE
const AFTER = 1.2 * RATE
/** −66 dBFS: no room is ever quite silent. */
const FLOOR = 0.0005

/** Every utterance in quiet and in `noisesPerVoice` of the noises (in turn, so that each comes as often), and every noise alone. */
export function makeCorpus(noisesPerVoice: number, secondsOfNoise: number): readonly Scene[] {
  const voices = loadVoices()
  const sounds = voices.map(({ sound }) => sound)
  const noises = makeNoises(Math.max(secondsOfNoise, 6), sounds)
  const noise = (name: NoiseName, length: number): Float32Array => noises.get(name)?.slice(0, length) ?? new Float32Array(length)
  const scenes: Scene[] = []
  voices.forEach((voice, number) => {
    scenes.push(utterance(voice, 'quiet', null))
    for (let turn = 0; turn < noisesPerVoice; turn += 1) {
      const name = NOISE_NAMES[(number * noisesPerVoice + turn) % NOISE_NAMES.length] ?? 'white'
      scenes.push(utterance(voice, name, noise(name, LEAD + voice.sound.length + AFTER)))
    }
  })
  for (const name of NOISE_NAMES) {
    const sound = scaledTo(noise(name, secondsOfNoise * RATE), levelOf(name))
    scenes.push({ name: `${name} alone`, kind: 'none', noise: name, sound, said: null })
  }
  return scenes
}

function levelOf(name: NoiseName): number {
  return VOICE_LEVEL * 10 ** (-NOISES[name].signalToNoise / 20)
}

function utterance(voice: Voice, name: NoiseName | 'quiet', noise: Float32Array | null): Scene {
  const said = scaledTo(voice.sound, VOICE_LEVEL)
  const sound = new Float32Array(LEAD + said.length + AFTER)
  const background = noise === null || name === 'quiet' ? null : scaledTo(noise, levelOf(name))
  for (let index = 0; index < sound.length; index += 1) {
    // a floor of hiss, by a cheap hash of the place
    const floor = (((index * 2_654_435_761) >>> 16) / 32_768 - 1) * FLOOR
    sound[index] = (said[index - LEAD] ?? 0) + (background?.[index] ?? 0) + floor
  }
  const heard = audiblePart(said)
  return { name: `${voice.name} in ${name}`, kind: voice.kind, noise: name, sound, said: { from: LEAD + heard.from, to: LEAD + heard.to } }
}
