// Makes the bundled recordings in resources/fixtures. Needs espeak-ng; the same version of it gives the same files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE } from './fixtures/speak.mjs'
import { writeWav } from './fixtures/wav.mjs'
import { weather } from './fixtures/weather.mjs'

const folder = new URL('../resources/fixtures/', import.meta.url)
mkdirSync(folder, { recursive: true })

for (const recording of [weather()]) {
  const { fixtureId } = recording.header
  const audio = recording.audio()
  writeFileSync(new URL(`${fixtureId}.jsonl`, folder), recording.text())
  if (audio.length > 0) writeFileSync(new URL(`${fixtureId}.wav`, folder), writeWav(audio, SAMPLE_RATE))
  process.stdout.write(
    `${fileURLToPath(folder)}${fixtureId}: ${recording.lines.length} steps, ${(audio.length / SAMPLE_RATE).toFixed(1)} s of speech\n`,
  )
}
