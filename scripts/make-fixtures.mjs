// Makes the bundled recordings in resources/fixtures. Needs espeak-ng; the same version of it gives the same files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { interruption } from './fixtures/interruption.mjs'
import { payment } from './fixtures/payment.mjs'
import { SAMPLE_RATE } from './fixtures/speak.mjs'
import { writeWav } from './fixtures/wav.mjs'
import { weather } from './fixtures/weather.mjs'
import { weatherText } from './fixtures/weather-text.mjs'

const folder = new URL('../resources/fixtures/', import.meta.url)
mkdirSync(folder, { recursive: true })

for (const { header, lines, samples } of [weather(), payment(), interruption(), weatherText()]) {
  const text = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
  writeFileSync(new URL(`${header.fixtureId}.jsonl`, folder), text)
  if (samples !== undefined) writeFileSync(new URL(`${header.fixtureId}.wav`, folder), writeWav(samples, SAMPLE_RATE))
  const seconds = samples === undefined ? '' : `, ${(samples.length / SAMPLE_RATE).toFixed(1)} s of speech`
  process.stdout.write(`${header.fixtureId}: ${lines.length} steps${seconds}\n`)
}
