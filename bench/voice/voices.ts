import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { readWav } from '../../src/shared/audio/wav'
import { RATE, resampled } from './sound'

/** One utterance at 16 kHz. */
export interface Voice {
  readonly name: string
  readonly kind: 'human' | 'synthetic'
  readonly sound: Float32Array
}

const HUMAN = '/usr/share/pocketsphinx/test/data'
/** Recordings of people that Debian ships: commands, cards, a reader of novels, numbers. */
const RECORDINGS = [
  ...[1, 2, 3, 4, 5].map((number) => `cards/00${number}.wav`),
  ...['0870', '0880', '0890', '0920', '0930'].map((part) => `librivox/sense_and_sensibility_01_austen_64kb-${part}.wav`),
  'goforward.raw',
  'numbers.raw',
  'something.raw',
]
/** The longest utterance; what a reader reads on is left out. */
const LONGEST = 3 * RATE

const SENTENCES = [
  ['en-us', 150, 'What is the weather like in Kyoto?'],
  ['en-gb', 170, 'Open the calendar of next week, please.'],
  ['en-gb-scotland', 150, 'Tell me how paper is made.'],
  ['en-us+f3', 160, 'Yes.'],
  ['en-us+m4', 160, 'No.'],
  ['en-gb+f2', 140, 'Stop.'],
  ['de', 150, 'Wie spät ist es in Tokio?'],
  ['fr-fr', 150, 'Quel temps fait-il demain?'],
  ['ja', 150, 'あしたの てんきは どうですか'],
  ['en-us+f5', 190, 'Pay the invoice from the studio account.'],
] as const

/** People, from files of the system, and voices of espeak-ng. Throws where the recordings are not installed. */
export function loadVoices(): readonly Voice[] {
  if (!existsSync(HUMAN)) throw new Error('The recordings of people are missing. Install the package pocketsphinx-testdata.')
  const human = RECORDINGS.map((name): Voice => ({ name, kind: 'human', sound: readRecording(`${HUMAN}/${name}`).slice(0, LONGEST) }))
  const synthetic = SENTENCES.map(([voice, speed, words]): Voice => {
    const bytes = execFileSync('espeak-ng', ['-v', voice, '-s', String(speed), '--stdout', words], { maxBuffer: 1 << 24 })
    return { name: `${voice}: ${words}`, kind: 'synthetic', sound: readSound(bytes) }
  })
  return [...human, ...synthetic]
}

function readRecording(file: string): Float32Array {
  const bytes = readFileSync(file)
  return file.endsWith('.raw') ? resampled(floats(bytesToSamples(bytes)), RATE) : readSound(bytes)
}

function readSound(bytes: Uint8Array): Float32Array {
  const wav = readWav(bytes)
  if (!wav.ok) throw new Error(wav.error.message)
  const { samples, channels, sampleRate } = wav.value
  const mono = floats(samples).filter((_, index) => index % channels === 0)
  return resampled(mono, sampleRate)
}

function floats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768)
}
