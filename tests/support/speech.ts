import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readWav } from '../../src/shared/audio/wav'

/** Speech made by espeak-ng, as the fake microphone plays it and as it should arrive. */
export interface Speech {
  /** path of the WAV file */
  readonly file: string
  readonly sampleRate: number
  readonly samples: Int16Array
  readonly durationMs: number
}

/** Speaks `words` into the WAV `file`, mono, at the rate of the voice (22,050 Hz). */
export function speak(words: string, file: string): Speech {
  execFileSync('espeak-ng', ['-v', 'en-us', '-s', '150', '-w', file, words])
  const wav = readWav(new Uint8Array(readFileSync(file)))
  if (!wav.ok) throw new Error(wav.error.message)
  const { sampleRate, samples } = wav.value
  return { file, sampleRate, samples, durationMs: (samples.length / sampleRate) * 1000 }
}
