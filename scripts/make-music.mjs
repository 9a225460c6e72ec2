// Synthesizes the background music in src/renderer/assets/music. Needs sox to encode it as Ogg Vorbis.
import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeWav } from './fixtures/wav.mjs'
import { drift } from './music/drift.mjs'
import { MUSIC_RATE, toPcm } from './music/loop.mjs'
import { rain } from './music/rain.mjs'
import { stroll } from './music/stroll.mjs'

const folder = new URL('../src/renderer/assets/music/', import.meta.url)
mkdirSync(folder, { recursive: true })

for (const [name, make, peak] of [
  ['drift', drift, 0.5],
  ['stroll', stroll, 0.6],
  ['rain', rain, 0.45],
]) {
  const samples = make()
  const file = fileURLToPath(new URL(`${name}.ogg`, folder))
  // no comment: the file's date and the encoder's name would change it with every run
  execFileSync('sox', ['-R', '-t', 'wav', '-', '-C', '2', '--comment', '', file], { input: writeWav(toPcm(samples, peak), MUSIC_RATE) })
  process.stdout.write(`${name}: ${(samples.length / MUSIC_RATE).toFixed(1)} s, ${Math.ceil(statSync(file).size / 1024)} kB\n`)
}
