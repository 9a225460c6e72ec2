import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Resampler } from '../../../src/shared/audio/resample'
import { type AudioSite, launchChromium, openAudioPage, serveAudioPage } from '../../support/audio-page'
import { findSound, installPlaybackTap, readPlaybackTap } from '../../support/playback-tap'
import { speak } from '../../support/speech'

const folder = mkdtempSync(join(tmpdir(), 'parley-playback-'))
let site: AudioSite
let browser: Browser
let answer: Int16Array

beforeAll(async () => {
  const speech = speak('The weather in Kyoto is sunny, with a light wind from the north.', join(folder, 'answer.wav'))
  const resampler = new Resampler(speech.sampleRate, 24_000)
  answer = trim(Int16Array.from([...resampler.push(speech.samples), ...resampler.end()]))
  site = await serveAudioPage()
  browser = await launchChromium({ kind: 'none' })
})

afterAll(async () => {
  await browser.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the player in a page under the product’s policy', () => {
  it('plays an answer after a suspension sample for sample, reports how much was played, and when it is done; then it is suspended until sound is expected', async () => {
    const page = await openAudioPage(browser, site, installPlaybackTap)
    const untilIts = (state: AudioContextState) =>
      page.waitForFunction((wanted) => window.audioTest.contextStates()[0] === wanted, state, { polling: 20 })
    await page.evaluate(() => {
      window.audioTest.hurryRest()
      window.audioTest.player()
    })
    await untilIts('suspended')
    await page.evaluate(
      (samples) => {
        const run = window.audioTest.player()
        window.audioTest.pushAll(run.playback, 'turn-1', samples, [5760, 3840, 4800, 1, 77])
        run.playback.end('turn-1')
        run.playback.setVolume(0.3)
      },
      [...answer],
    )
    const positions = await untilDone(page, 'turn-1')
    expect(findSound(await readPlaybackTap(page), answer)).toBeGreaterThanOrEqual(0)
    expect(positions.map(({ samples }) => samples)).toEqual([...positions.map(({ samples }) => samples)].sort((a, b) => a - b))
    expect(positions.at(-1)).toEqual({ turnId: 'turn-1', samples: answer.length, done: true })
    expect(positions.length).toBeGreaterThan(answer.length / 24_000 / 0.1)
    const levels = await page.evaluate(() => window.audioTest.levels.map(({ source, peak }) => ({ source, peak })))
    expect(levels.some(({ source, peak }) => source === 'speaker' && peak > 0.1)).toBe(true)
    expect(await page.evaluate(() => window.audioTest.violations)).toEqual([])
    await untilIts('suspended')
    await page.evaluate(() => window.audioTest.player().playback.setExpected(true))
    await untilIts('running')
    await page.close()
  })

  it('becomes silent on a flush, counts what was played, and plays the next turn completely', async () => {
    const page = await openAudioPage(browser, site, installPlaybackTap)
    await page.evaluate(
      (samples) => {
        const run = window.audioTest.player()
        window.audioTest.pushAll(run.playback, 'turn-1', samples, [5760])
        run.playback.end('turn-1')
      },
      [...answer],
    )
    await page.waitForFunction(() => window.audioTest.player().positions.some(({ samples }) => samples > 12_000))
    await page.evaluate(
      (samples) => {
        const { playback } = window.audioTest.player()
        playback.flush('turn-1')
        window.audioTest.pushAll(playback, 'turn-1', samples, [5760])
        window.audioTest.pushAll(playback, 'turn-2', samples, [5760])
        playback.end('turn-2')
      },
      [...answer],
    )
    const first = await untilDone(page, 'turn-1')
    await untilDone(page, 'turn-2')
    const heard = await readPlaybackTap(page)
    const heardOfFirst = first.at(-1)?.samples ?? 0
    expect(heardOfFirst).toBeGreaterThan(12_000)
    expect(heardOfFirst).toBeLessThan(answer.length)
    const firstAt = findSound(heard, answer.subarray(0, heardOfFirst - 72))
    expect(firstAt).toBeGreaterThanOrEqual(0)
    const secondAt = findSound(heard, answer)
    expect(secondAt).toBeGreaterThanOrEqual(firstAt + heardOfFirst)
    expect([...heard.subarray(firstAt + heardOfFirst, secondAt)].every((sample) => sample === 0)).toBe(true)
    await page.close()
  })

  it('plays an answer faster at the same pitch, and reports its positions all the same', async () => {
    const page = await openAudioPage(browser, site, installPlaybackTap)
    await page.evaluate(
      (samples) => {
        const run = window.audioTest.player()
        run.playback.setSpeed(1.5)
        window.audioTest.pushAll(run.playback, 'turn-1', samples, [5760])
        run.playback.end('turn-1')
      },
      [...answer],
    )
    const positions = await untilDone(page, 'turn-1')
    expect(positions.at(-1)).toEqual({ turnId: 'turn-1', samples: answer.length, done: true })
    const heard = await readPlaybackTap(page)
    const length = heard.findLastIndex((sample) => sample !== 0) - heard.findIndex((sample) => sample !== 0)
    expect(Math.abs(length - answer.length / 1.5)).toBeLessThan(2000)
    await page.close()
  })

  it('converts another rate and reports positions in it', async () => {
    const page = await openAudioPage(browser, site, installPlaybackTap)
    const low = answer.subarray(0, 16_000)
    await page.evaluate(
      (samples) => {
        const run = window.audioTest.player()
        window.audioTest.pushAll(run.playback, 'turn-1', samples, [1600], 16_000)
        run.playback.end('turn-1')
        window.audioTest.pushAll(run.playback, 'turn-bad', samples, [1600], Number.NaN)
      },
      [...low],
    )
    const positions = await untilDone(page, 'turn-1')
    expect(positions.at(-1)?.samples).toBe(16_000)
    const resampler = new Resampler(16_000, 24_000)
    const wanted = trim(Int16Array.from([...resampler.push(low), ...resampler.end()]))
    expect(findSound(await readPlaybackTap(page), wanted)).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(() => window.audioTest.player().playback.statistics())).toEqual({
      stalls: 0,
      refused: 10,
    })
    await page.close()
  })

  it('renders the same samples on every run, equal to its input', async () => {
    const page = await openAudioPage(browser, site)
    const arrivals = [0, 0.2, 0.4, 0.61].map((atSeconds, index) => ({
      atSeconds,
      samples: [...answer.subarray(index * 5760, (index + 1) * 5760)],
    }))
    const runs: string[] = []
    for (let run = 0; run < 3; run += 1) {
      const samples = await page.evaluate((given) => window.audioTest.renderOffline(given, 2), arrivals)
      expect(findSound(Int16Array.from(samples), answer.subarray(0, 4 * 5760))).toBeGreaterThanOrEqual(0)
      runs.push(samples.join())
    }
    expect(new Set(runs).size).toBe(1)
    await page.close()
  })
})

describe('a page without a user gesture, which may not play sound', () => {
  it('says so, and plays the whole answer after the first click', async () => {
    const page = await openAudioPage(browser, site, installPlaybackTap)
    const session = await page.context().newCDPSession(page)
    // evaluated without the user gesture that the page's own evaluate would count as
    const expression = `new Promise((resolve) => {
      const { playback, blocked } = window.audioTest.player()
      window.audioTest.pushAll(playback, 'turn-1', ${JSON.stringify([...answer.subarray(0, 24_000)])}, [5760])
      playback.end('turn-1')
      const look = () => (blocked.length > 0 ? resolve(blocked[0]) : setTimeout(look, 20))
      look()
    })`
    const { result } = await session.send('Runtime.evaluate', { expression, userGesture: false, awaitPromise: true, returnByValue: true })
    expect(result.value).toBe(true)
    await page.getByRole('button').click()
    await untilDone(page, 'turn-1')
    expect(findSound(await readPlaybackTap(page), trim(answer.subarray(0, 24_000)))).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(() => window.audioTest.player().blocked)).toEqual([true, false])
    await page.close()
  })
})

interface Position {
  readonly turnId: string
  readonly samples: number
  readonly done: boolean
}

async function untilDone(page: Page, turnId: string): Promise<readonly Position[]> {
  await page.waitForFunction((id) => window.audioTest.isDone(id), turnId)
  const positions = await page.evaluate(() => window.audioTest.player().positions)
  return positions.filter((position) => position.turnId === turnId)
}

function trim(samples: Int16Array): Int16Array {
  const first = samples.findIndex((sample) => sample !== 0)
  return samples.slice(first, samples.findLastIndex((sample) => sample !== 0) + 1)
}
