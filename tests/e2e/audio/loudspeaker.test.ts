import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Resampler } from '../../../src/shared/audio/resample'
import { type AudioSite, launchChromium, openAudioPage, serveAudioPage } from '../../support/audio-page'
import { findSound, installPlaybackTap, readPlaybackTap } from '../../support/playback-tap'
import { speak } from '../../support/speech'

const folder = mkdtempSync(join(tmpdir(), 'parley-loudspeaker-'))
let site: AudioSite
let browser: Browser
let answer: number[]

beforeAll(async () => {
  const speech = speak('The train to Kanazawa leaves at ten past eight, from platform four.', join(folder, 'answer.wav'))
  const resampler = new Resampler(speech.sampleRate, 24_000)
  const samples = [...resampler.push(speech.samples), ...resampler.end()]
  answer = samples.slice(
    samples.findIndex((sample) => sample !== 0),
    samples.findLastIndex((sample) => sample !== 0) + 1,
  )
  site = await serveAudioPage()
  browser = await launchChromium({ kind: 'beep' })
})

afterAll(async () => {
  await browser.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the chosen output', () => {
  it('is used by the player; unplugged, it is replaced by the default in the middle of an answer, without loss', async () => {
    const { page, devices } = await openWithOutputs()
    const [, second] = devices
    if (!second) throw new Error('the browser has fewer outputs than the test needs')
    await choose(page, second.loudspeakerId, second.label)
    await page.evaluate((samples) => {
      const { playback } = window.audioTest.player()
      window.audioTest.pushAll(playback, 'turn-1', samples, [5760])
      playback.end('turn-1')
    }, answer)
    await soundsAt(page, second.loudspeakerId)
    await page.waitForFunction(() => window.audioTest.player().positions.some(({ samples }) => samples > 9600))
    await plug(page, second.loudspeakerId, false)
    await soundsAt(page, '')
    expect(await told(page)).toEqual([true])
    await page.waitForFunction(() => window.audioTest.isDone('turn-1'))
    expect(findSound(await readPlaybackTap(page), Int16Array.from(answer))).toBeGreaterThanOrEqual(0)
    await plug(page, second.loudspeakerId, true)
    await soundsAt(page, second.loudspeakerId)
    expect(await told(page)).toEqual([true, false])
    await page.close()
  })

  it('whose id has changed is found by its name', async () => {
    const { page, devices } = await openWithOutputs()
    const [first] = devices
    await page.evaluate(() => window.audioTest.player())
    await choose(page, 'an id of last week', first?.label ?? '')
    await soundsAt(page, first?.loudspeakerId ?? '')
    expect(await told(page)).toEqual([])
    await page.close()
  })

  it('that is gone is reported once, and no longer when the default is chosen', async () => {
    const { page } = await openWithOutputs()
    await page.evaluate(() => window.audioTest.player())
    await choose(page, 'gone', 'A headset in a drawer')
    await page.waitForFunction(() => window.audioTest.loudspeaker().told.length === 1)
    await page.evaluate(() => window.audioTest.loudspeaker().refresh())
    await choose(page, '', '')
    await page.waitForFunction(() => window.audioTest.loudspeaker().told.length === 2)
    expect(await told(page)).toEqual([true, false])
    await page.close()
  })

  it('is not reported as gone while the page may not see any output', async () => {
    const { page, devices } = await openWithOutputs()
    const [first] = devices
    await page.evaluate(() => {
      window.audioTest.loudspeaker().outputs.hidden = true
      window.audioTest.player()
    })
    await choose(page, first?.loudspeakerId ?? '', first?.label ?? '')
    await page.evaluate(() => {
      const run = window.audioTest.loudspeaker()
      run.outputs.hidden = false
      run.refresh()
    })
    await soundsAt(page, first?.loudspeakerId ?? '')
    expect(await told(page)).toEqual([])
    await page.close()
  })
})

async function openWithOutputs() {
  const page = await openAudioPage(browser, site, installPlaybackTap)
  const devices = await page.evaluate(async () => {
    // a page that may use the microphone can also see the outputs
    for (const track of (await navigator.mediaDevices.getUserMedia({ audio: true })).getTracks()) track.stop()
    return window.audioTest.loudspeaker().list()
  })
  expect(devices.length).toBeGreaterThan(1)
  expect(devices.every(({ label }) => label !== '')).toBe(true)
  return { page, devices }
}

function choose(page: Page, loudspeakerId: string, loudspeakerLabel: string): Promise<void> {
  return page.evaluate((choice) => window.audioTest.loudspeaker().choose(choice), { loudspeakerId, loudspeakerLabel })
}

async function soundsAt(page: Page, loudspeakerId: string): Promise<void> {
  await page.waitForFunction(
    (id) =>
      window.audioTest
        .loudspeaker()
        .places()
        .every((place) => place === id),
    loudspeakerId,
  )
}

function told(page: Page): Promise<readonly boolean[]> {
  return page.evaluate(() => window.audioTest.loudspeaker().told)
}

function plug(page: Page, loudspeakerId: string, there: boolean): Promise<void> {
  return page.evaluate(
    (change) => {
      const { unplugged } = window.audioTest.loudspeaker().outputs
      if (change.there) unplugged.delete(change.loudspeakerId)
      else unplugged.add(change.loudspeakerId)
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    },
    { loudspeakerId, there },
  )
}
