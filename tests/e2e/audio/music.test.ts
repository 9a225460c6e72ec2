import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MusicTrack, musicTrackSchema } from '../../../src/shared/tools/change-bgm'
import { type AudioSite, launchChromium, openAudioPage, serveAudioPage } from '../../support/audio-page'

let site: AudioSite
let browser: Browser

beforeAll(async () => {
  site = await serveAudioPage()
  browser = await launchChromium({ kind: 'none' })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const play = (page: Page, track: MusicTrack) =>
  page.evaluate((wanted) => window.audioTest.musician().music.play(wanted, new AbortController().signal), track)

/** The loudness of the next `count` intervals of 50 ms. */
async function listen(page: Page, count: number): Promise<readonly number[]> {
  const heard = await page.evaluate(() => window.audioTest.musician().loudness.length)
  await page.waitForFunction((until) => window.audioTest.musician().loudness.length >= until, heard + count)
  return page.evaluate(([from, until]) => window.audioTest.musician().loudness.slice(from, until), [heard, heard + count] as const)
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the bundled tracks', () => {
  it.each(musicTrackSchema.options)('%s loops without a seam', async (track) => {
    const page = await openAudioPage(browser, site)
    const { seconds, largest, seam } = await page.evaluate((one) => window.audioTest.measureTrack(one), track)
    expect(Math.abs(seconds - (track === 'drift' ? 16 : 12))).toBeLessThan(0.001)
    expect(seam).toBeLessThanOrEqual(largest)
    await page.close()
  })

  it('take less than 400 kB together', () => {
    const sizes = musicTrackSchema.options.map((track) => statSync(join('src/renderer/assets/music', `${track}.ogg`)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400 * 1024)
  })
})

describe('the music in a page under the product’s policy', () => {
  it('really plays, fades into the next track without a gap, gets lower under speech, and stops', async () => {
    const page = await openAudioPage(browser, site)
    await play(page, 'stroll')
    expect(await page.evaluate(() => window.audioTest.musician().music.playing())).toBe('stroll')
    await listen(page, 30)
    expect(mean(await listen(page, 20))).toBeGreaterThan(0.005)

    await play(page, 'rain')
    expect(await page.evaluate(() => window.audioTest.musician().music.playing())).toBe('rain')
    // a fade of three seconds that is never silent
    expect(Math.min(...(await listen(page, 60)))).toBeGreaterThan(0.002)
    // the rain itself varies by a third: the limits below allow for it
    const before = mean(await listen(page, 20))

    await page.evaluate(() => {
      const speech = Array.from({ length: 60_000 }, (_, index) => Math.round(9000 * Math.sin(index / 9)))
      window.audioTest.pushAll(window.audioTest.player().playback, 'turn-1', speech, [4800])
      window.audioTest.player().playback.end('turn-1')
    })
    await page.waitForFunction(() => window.audioTest.levels.some(({ source, peak }) => source === 'speaker' && peak > 0.1))
    await listen(page, 10)
    expect(mean(await listen(page, 20))).toBeLessThan(before * 0.4)
    await page.waitForFunction(() => window.audioTest.isDone('turn-1'))
    // the pauses of a speaker, and then the return
    await listen(page, 70)
    expect(mean(await listen(page, 20))).toBeGreaterThan(before * 0.5)

    await page.evaluate(() => window.audioTest.musician().music.stop())
    expect(await page.evaluate(() => window.audioTest.musician().music.playing())).toBeNull()
    await page.waitForFunction(() => window.audioTest.musician().state() === 'suspended')
    expect(await page.evaluate(() => window.audioTest.violations)).toEqual([])
    await page.close()
  })

  it('plays the last of several simultaneous requests, and rejects the others', async () => {
    const page = await openAudioPage(browser, site)
    const outcomes = await page.evaluate(async () => {
      const { music } = window.audioTest.musician()
      const signal = new AbortController().signal
      const wishes = await Promise.allSettled([music.play('drift', signal), music.play('stroll', signal), music.play('rain', signal)])
      return { kinds: wishes.map(({ status }) => status), playing: music.playing() }
    })
    expect(outcomes).toEqual({ kinds: ['rejected', 'rejected', 'fulfilled'], playing: 'rain' })
    await page.close()
  })

  it('reports that no sound can be played in a page without a user gesture', async () => {
    const page = await browser.newPage()
    const told = page.waitForEvent('console', { predicate: (line) => line.text().startsWith('music ') })
    // from the page's own load: a call from outside would count as a user gesture
    await page.addInitScript(() => {
      window.addEventListener('load', () => {
        const report = (word: string) => console.log(`music ${word} ${window.audioTest.musician().music.playing()}`)
        window.audioTest
          .musician()
          .music.play('rain', new AbortController().signal)
          .then(
            () => report('plays'),
            (error: unknown) => report(String(error)),
          )
      })
    })
    await page.goto(site.address)
    expect((await told).text()).toBe(
      'music PageToolError: No sound can be played now: the user has to click into the window first, or there is no sound device. null',
    )
    await page.close()
  })
})
