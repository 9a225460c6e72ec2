import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readWav, writeWav } from '../../src/shared/audio/wav'

/** Speech made by espeak-ng, as the fake microphone plays it and as it should arrive. */
export interface Speech {
  /** path of the WAV file */
  readonly file: string
  readonly sampleRate: number
  readonly samples: Int16Array
  readonly durationMs: number
}

/**
 * Speaks `words` into the WAV `file`, mono, at the rate of the voice (22,050 Hz). `pauseMs`: silence before the first word, as of a person
 * who presses a key first; a fake microphone plays from when it opens, before anything listens.
 */
export function speak(words: string, file: string, { pauseMs = 0 }: { readonly pauseMs?: number } = {}): Speech {
  execFileSync('espeak-ng', ['-v', 'en-us', '-s', '150', '-w', file, words])
  const wav = readWav(new Uint8Array(readFileSync(file)))
  if (!wav.ok) throw new Error(wav.error.message)
  const { sampleRate, channels, samples: spoken } = wav.value
  const pause = Math.round((pauseMs / 1000) * sampleRate)
  const samples = new Int16Array(pause + spoken.length)
  samples.set(spoken, pause)
  if (pause > 0) writeFileSync(file, writeWav({ sampleRate, channels, samples }))
  return { file, sampleRate, samples, durationMs: (samples.length / sampleRate) * 1000 }
}
