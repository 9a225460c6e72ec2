import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bundledFixture } from '../support/fixture-facts'
import { soundStage } from '../support/sound-stage'
import { speak } from '../support/speech'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard, type Recording } from '../support/virtual-sound-card'

const RATE = 16_000

const stage = soundStage()

/** A page whose thread is blocked for this time. */
interface HeldUpPage {
  /** Whether it is still blocked. What happened until then happened without that thread. */
  held(): boolean
  readonly over: Promise<void>
}

function holdUp(page: Page, milliseconds: number): HeldUpPage {
  let held = true
  const over = page
    .evaluate((length) => {
      const until = performance.now() + length
      while (performance.now() < until);
    }, milliseconds)
    .then(() => {
      held = false
    })
  return { held: () => held, over }
}

/** Resolves when the recorded sound matches; a recording has no event to wait for. */
async function untilRecorded(recording: Recording, fits: (samples: Int16Array) => boolean): Promise<void> {
  while (!fits(recording.samples())) {
    // repeated until it matches: the test's own time limit ends it
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function audible(samples: Int16Array): number {
  return samples.reduce((count, sample) => (Math.abs(sample) > 50 ? count + 1 : count), 0)
}

it('sound goes both ways, and stops at once, while the page’s thread is blocked', async () => {
  const sound = stage.keep(await openVirtualSoundCard())
  const service = stage.keep(await startFixtureServer({ fixture: await bundledFixture('interruption'), speed: 1 }))
  const speech = speak('Tell me how paper is made, from the tree to the sheet.', join(tempFolder(), 'speech.wav'))
  const app = await stage.start(sound, service)
  const { page } = app
  const key = await stage.key(app)
  const recording = await sound.record('speaker')

  await key.down()
  await page.getByText('Listening', { exact: true }).first().waitFor()
  const speaking = holdUp(page, 5000)
  const before = service.receivedAudio().byteLength
  const spoken = sound.speak(speech.file)
  await service.waitFor(() => service.receivedAudio().byteLength - before > 1.5 * RATE * 2)
  expect(speaking.held()).toBe(true)
  await Promise.all([speaking.over, spoken])
  await key.up()

  await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
  const listening = holdUp(page, 8000)
  const heard = audible(recording.samples())
  await untilRecorded(recording, (samples) => audible(samples) - heard > 1.5 * sound.sampleRate)
  const pressedAt = recording.samples().length
  await key.down()
  await untilRecorded(recording, (samples) => audible(samples.subarray(-0.3 * sound.sampleRate)) === 0)
  expect(listening.held()).toBe(true)
  // by the samples of the card, including its own delay and the key's way through the X server
  const silentAt = recording.samples().findLastIndex((sample) => Math.abs(sample) > 50) + 1
  await mkdir('test-results', { recursive: true })
  const milliseconds = Math.round((1000 * (silentAt - pressedAt)) / sound.sampleRate)
  await writeFile('test-results/cutting-in.json', `${JSON.stringify({ millisecondsFromKeyToSilence: milliseconds })}\n`)
  await listening.over
  await key.up()
})
