import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeWav } from '../../../src/shared/audio/wav'
import { type AudioSite, type FakeMicrophone, launchChromium, openAudioPage, serveAudioPage } from '../../support/audio-page'
import { matchWindows, resample } from '../../support/correlation'
import { missingWindows } from '../../support/device-jumps'
import { scaled } from '../../support/scale'
import { type Speech, speak } from '../../support/speech'

const RATE = 16_000
/** The time a user takes between the key and the first word; opening a cold microphone takes part of it. */
const BREATH_MS = 300
const folder = mkdtempSync(join(tmpdir(), 'parley-capture-'))
let site: AudioSite
let speech: Speech
let reference: Float64Array
let browser: Browser | null = null

beforeAll(async () => {
  const words = speak(
    'Please pay the invoice of forty two euros to the bakery before the end of this week. Thank you.',
    join(folder, 'words.wav'),
  )
  speech = afterABreath(words)
  reference = resample(Float64Array.from(speech.samples), speech.sampleRate, RATE)
  site = await serveAudioPage()
})

afterEach(async () => {
  await browser?.close()
  browser = null
})

afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a talk into the real browser', () => {
  it.each([
    { way: 'by an audio context that rested', directCapture: false },
    { way: 'straight from the device', directCapture: true },
  ])('$way arrives as it was spoken: the first word, every window, the last word', async ({ directCapture }) => {
    const rested = !directCapture
    const page = await open({ kind: 'file', file: speech.file })
    if (rested) await page.evaluate(() => window.audioTest.hurryRest())
    if (rested) await page.waitForFunction(() => window.audioTest.recorder() && window.audioTest.contextStates()[0] === 'suspended')
    await page.evaluate((direct) => {
      window.audioTest.recorder().change({ directCapture: direct })
      window.audioTest.recorder().capture.start('talk-1')
    }, directCapture)
    // the key is released before the last 200 ms of the speech: its tail contains them
    await untilHeard(page, speech.durationMs - 200)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, 'end talk-1')
    const { log, samples } = await recorded(page)
    expect(log[0]).toBe('start talk-1')
    expect(log.at(-1)).toBe('end talk-1')
    expect(log.filter((line) => line === 'frame talk-1')).toHaveLength(samples.length / 320)
    if (directCapture) expect(page.workers()).toHaveLength(1)
    if (rested) await page.waitForFunction(() => window.audioTest.contextStates()[0] === 'suspended')
    const matches = matchWindows(reference, Float64Array.from(samples), RATE)
    expect(missingWindows(reference, Float64Array.from(samples), RATE, matches)).toEqual([])
    expect(matches[0]?.startMs).toBeLessThan(BREATH_MS)
    expect(matches.at(-1)?.startMs).toBeGreaterThan(speech.durationMs - 700)
    expect(await page.evaluate(() => window.audioTest.violations)).toEqual([])
    expect(await page.evaluate(() => window.audioTest.levels.some(({ source, peak }) => source === 'microphone' && peak > 0.1))).toBe(true)
  })

  it('with a warm microphone begins half a second before the key', async () => {
    const page = await open({ kind: 'file', file: speech.file })
    await page.evaluate(() => window.audioTest.recorder().change({ warmMicrophone: true }))
    await page.waitForFunction(() => window.audioTest.recorder().openForMs() > 1500)
    const pressedAt = await page.evaluate(() => {
      window.audioTest.recorder().capture.start('talk-1')
      return window.audioTest.recorder().openForMs()
    })
    await untilHeard(page, 2000)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, 'end talk-1')
    const { samples } = await recorded(page)
    // 400 ms before the key, which is inside the half second whatever the device's own delay
    const before = Math.round(((pressedAt - 400) / 1000) * RATE)
    const around = reference.subarray(before, before + RATE)
    const matches = matchWindows(around, Float64Array.from(samples), RATE)
    expect(matches.length).toBeGreaterThan(1)
    expect(missingWindows(around, Float64Array.from(samples), RATE, matches)).toEqual([])
    expect(await page.evaluate(() => window.audioTest.recorder().liveTracks())).toBe(1)
    await page.evaluate(() => window.audioTest.recorder().change({ warmMicrophone: false }))
    expect(await page.evaluate(() => window.audioTest.recorder().liveTracks())).toBe(0)
  })

  it('continues the same talk when the key comes back in the tail', async () => {
    const page = await open({ kind: 'file', file: speech.file })
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 1000)
    await page.evaluate(() => {
      const { capture } = window.audioTest.recorder()
      capture.stop()
      capture.start('talk-1')
    })
    await untilHeard(page, speech.durationMs)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, 'end talk-1')
    const { log, samples } = await recorded(page)
    expect(log.filter((line) => line === 'end talk-1')).toHaveLength(1)
    expect(await page.evaluate(() => window.audioTest.recorder().openings())).toBe(1)
    const matches = matchWindows(reference, Float64Array.from(samples), RATE)
    expect(missingWindows(reference, Float64Array.from(samples), RATE, matches)).toEqual([])
  })

  it('leaves no microphone open after many starts and stops at any moment', async () => {
    const page = await open({ kind: 'beep' })
    // each of twenty meets another pair of a moment and a way to end
    const talks = scaled(50, 20)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    for (let talk = 0; talk < talks; talk += 1) {
      const talkId = `talk-${talk}`
      await page.evaluate((id) => window.audioTest.recorder().capture.start(id), talkId)
      // released at once, when the stream arrives, at the first frame, or some frames later
      const moment = (talk * 7) % 4
      if (moment === 1) await page.waitForFunction((count) => window.audioTest.recorder().openings() >= count, 1)
      if (moment === 2) await untilLogged(page, `frame ${talkId}`)
      if (moment === 3) await untilHeard(page, 8 * talk)
      await page.evaluate(
        (cancelled) => {
          const { capture } = window.audioTest.recorder()
          if (cancelled) capture.cancel()
          else capture.stop()
        },
        talk % 5 === 4,
      )
      if (talk % 3 === 0) await untilLogged(page, `end ${talkId}`)
    }
    await page.waitForFunction((count) => window.audioTest.recorder().log.filter((line) => line.startsWith('end')).length === count, talks)
    await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 0)
    const { log } = await recorded(page)
    for (let talk = 0; talk < talks; talk += 1) {
      expect(log.lastIndexOf(`frame talk-${talk}`)).toBeLessThan(log.indexOf(`end talk-${talk}`))
    }
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    expect(metrics.find(({ name }) => name === 'AudioWorkletProcessors')?.value ?? 0).toBeLessThanOrEqual(1)
  })
})

describe('a microphone that fails', () => {
  it.each([
    { kind: 'none', reason: 'missing' },
    { kind: 'refused', reason: 'refused' },
  ] as const)('$kind is reported as $reason', async ({ kind, reason }) => {
    const page = await open({ kind })
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilLogged(page, `failed talk-1 ${reason}`)
    expect((await recorded(page)).log).toEqual([`failed talk-1 ${reason}`])
  })

  it('used by another program is tried again for a moment, and reported as busy if it stays so', async () => {
    const page = await open({ kind: 'beep' })
    await page.evaluate(() => {
      const { capture, faults } = window.audioTest.recorder()
      faults.errors.push('NotReadableError', 'NotReadableError')
      capture.start('talk-1')
    })
    await untilLogged(page, 'frame talk-1')
    await page.evaluate(() => {
      const { capture, faults } = window.audioTest.recorder()
      capture.cancel()
      faults.errors.push('NotReadableError', 'NotReadableError', 'NotReadableError')
      capture.start('talk-2')
    })
    await untilLogged(page, 'failed talk-2 busy')
    expect(await page.evaluate(() => window.audioTest.recorder().liveTracks())).toBe(0)
  })

  it('that was chosen but is gone is replaced by the default, with a notice; one that is chosen during a talk records the rest', async () => {
    const page = await open({ kind: 'beep' })
    await page.evaluate(() => {
      window.audioTest.recorder().change({ microphoneId: 'gone' })
      window.audioTest.recorder().capture.start('talk-1')
    })
    await untilLogged(page, 'frame talk-1')
    expect((await recorded(page)).log[0]).toBe('default used')
    const chosen = await page.evaluate(async () => {
      const all = await navigator.mediaDevices.enumerateDevices()
      const other = all.findLast(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== 'default')?.deviceId ?? 'none'
      window.audioTest.recorder().change({ microphoneId: other })
      return other
    })
    await page.waitForFunction((other) => JSON.stringify(window.audioTest.recorder().openDevices()) === JSON.stringify([other]), chosen)
    await untilHeard(page, (await recorded(page)).samples.length / 16 + 200)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, 'end talk-1')
    expect((await recorded(page)).log.filter((line) => !line.startsWith('frame'))).toEqual(['default used', 'start talk-1', 'end talk-1'])
  })

  it('whose stream comes after the key was released is closed at once', async () => {
    const page = await open({ kind: 'beep' })
    await page.evaluate(() => {
      const { capture, faults } = window.audioTest.recorder()
      faults.held = true
      capture.start('talk-1')
    })
    await page.waitForFunction(() => window.audioTest.recorder().openings() === 1)
    await page.evaluate(() => {
      const { capture, faults } = window.audioTest.recorder()
      capture.stop()
      faults.held = false
      faults.release()
    })
    await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 0)
    expect((await recorded(page)).log).toEqual(['end talk-1'])
  })

  it('lost in the middle of a talk is opened again and the talk continues', async () => {
    const page = await open({ kind: 'beep' })
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    await page.evaluate(() => {
      const { faults, loseTrack } = window.audioTest.recorder()
      faults.errors.push('NotFoundError', 'NotFoundError')
      loseTrack()
    })
    const before = (await recorded(page)).samples.length
    await untilHeard(page, before / 16 + 400)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, 'end talk-1')
    const { log } = await recorded(page)
    expect(log.filter((line) => !line.startsWith('frame'))).toEqual(['start talk-1', 'lost true', 'lost false', 'end talk-1'])
    await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 0)
  })

  it('lost because the user revoked the permission is reported as refused', async () => {
    const page = await open({ kind: 'beep' })
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    await page.evaluate(() => {
      const { faults, loseTrack } = window.audioTest.recorder()
      faults.errors.push('NotAllowedError')
      loseTrack()
    })
    await untilLogged(page, 'failed talk-1 refused')
  })

  it('that is silent is reported once', async () => {
    const file = join(folder, 'silence.wav')
    writeFileSync(file, writeWav({ sampleRate: RATE, channels: 1, samples: new Int16Array(RATE) }))
    const page = await open({ kind: 'file', file })
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilLogged(page, 'silent talk-1')
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, 'end talk-1')
    expect((await recorded(page)).log.filter((line) => line === 'silent talk-1')).toHaveLength(1)
  })
})

async function open(microphone: FakeMicrophone): Promise<Page> {
  browser = await launchChromium(microphone)
  return openAudioPage(browser, site)
}

async function untilHeard(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction((length) => window.audioTest.recorder().samples.length >= length, (milliseconds * RATE) / 1000)
}

async function untilLogged(page: Page, line: string): Promise<void> {
  await page.waitForFunction((wanted) => window.audioTest.recorder().log.includes(wanted), line)
}

function recorded(page: Page): Promise<{ readonly log: string[]; readonly samples: number[] }> {
  return page.evaluate(() => {
    const { log, samples } = window.audioTest.recorder()
    return { log, samples }
  })
}

/** The same speech with silence before it. */
function afterABreath(words: Speech): Speech {
  const lead = Math.round((words.sampleRate * BREATH_MS) / 1000)
  const samples = new Int16Array(lead + words.samples.length)
  samples.set(words.samples, lead)
  writeFileSync(words.file, writeWav({ sampleRate: words.sampleRate, channels: 1, samples }))
  return { ...words, samples, durationMs: words.durationMs + BREATH_MS }
}
