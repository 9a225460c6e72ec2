import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Resampler } from '../../../src/shared/audio/resample'
import { writeWav } from '../../../src/shared/audio/wav'
import { type AudioSite, launchChromium, openAudioPage, serveAudioPage } from '../../support/audio-page'
import { matchWindows, resample } from '../../support/correlation'
import { missingWindows } from '../../support/device-jumps'
import { findSound, installPlaybackTap, readPlaybackTap } from '../../support/playback-tap'
import { type Speech, speak } from '../../support/speech'

const folder = mkdtempSync(join(tmpdir(), 'parley-sound-faults-'))
let site: AudioSite
let words: Speech
let browser: Browser | null = null

beforeAll(async () => {
  words = speak('The parcel for the bakery comes at nine and has to be signed for at the back door.', join(folder, 'words.wav'))
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

describe('the sound system', () => {
  it('that crashes in the middle of a talk and of an answer ends neither', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    const answer = await atPlayerRate(words)
    await page.evaluate((samples) => {
      window.audioTest.recorder().capture.start('talk-1')
      const { playback } = window.audioTest.player()
      window.audioTest.pushAll(playback, 'turn-1', samples, [5760])
      playback.end('turn-1')
    }, answer)
    await untilHeard(page, 200)
    await page.waitForFunction(() => window.audioTest.player().positions.some(({ samples }) => samples > 4800))
    await endAudioService(browser)
    const before = await page.evaluate(() => window.audioTest.recorder().samples.length)
    await untilHeard(page, before / 16 + 400)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await page.waitForFunction(() => window.audioTest.recorder().log.includes('end talk-1'))
    await page.waitForFunction(() => window.audioTest.isDone('turn-1'))
    const run = await page.evaluate(() => ({
      log: window.audioTest.recorder().log.filter((line) => !line.startsWith('frame')),
      played: window.audioTest.player().positions.at(-1)?.samples,
    }))
    expect(run).toEqual({ log: ['start talk-1', 'end talk-1'], played: answer.length })
  })

  it('that crashes while voice detection listens delivers its sound again, without a talk', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    await page.evaluate(() => {
      const { capture, change, heard } = window.audioTest.recorder()
      change({ warmMicrophone: true })
      capture.listen(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => heard.push(performance.now())
        return port2
      })
    })
    await page.waitForFunction(() => window.audioTest.recorder().heard.length > 10)
    await endAudioService(browser)
    const before = await page.evaluate(() => window.audioTest.recorder().heard.length)
    await page.waitForFunction((count) => window.audioTest.recorder().heard.length > count + 100, before)
    const { liveTracks, log } = await page.evaluate(() => {
      const recorder = window.audioTest.recorder()
      return { liveTracks: recorder.liveTracks(), log: recorder.log }
    })
    expect({ liveTracks, log }).toEqual({ liveTracks: 1, log: [] })
  })
})

describe('a microphone of any rate', () => {
  it.each([
    { sampleRate: 16_000, channels: 1 },
    { sampleRate: 44_100, channels: 2 },
    { sampleRate: 48_000, channels: 1 },
  ])('is recorded at its own pitch: $sampleRate Hz, $channels channels', async ({ sampleRate, channels }) => {
    const spoken = resample(Float64Array.from(words.samples), words.sampleRate, sampleRate)
    const lead = sampleRate * 0.3
    const samples = new Int16Array((lead + spoken.length) * channels)
    spoken.forEach((sample, index) => {
      for (let channel = 0; channel < channels; channel += 1) samples[(lead + index) * channels + channel] = Math.round(sample)
    })
    const file = join(folder, `words-${sampleRate}.wav`)
    writeFileSync(file, writeWav({ sampleRate, channels, samples }))
    browser = await launchChromium({ kind: 'file', file })
    const page = await openAudioPage(browser, site)
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, words.durationMs + 300)
    await page.evaluate(() => window.audioTest.recorder().capture.cancel())
    const heard = Float64Array.from(await page.evaluate(() => window.audioTest.recorder().samples))
    const reference = resample(Float64Array.from(words.samples), words.sampleRate, 16_000)
    const matches = matchWindows(reference, heard, 16_000)
    expect(matches.length).toBeGreaterThan(5)
    expect(missingWindows(reference, heard, 16_000, matches)).toEqual([])
  })
})

describe('devices that come and go', () => {
  it('in a burst, without an event that the one in use is gone, cost one reopening', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    const before = await page.evaluate(() => {
      const { loseTrack, samples } = window.audioTest.recorder()
      loseTrack(true)
      for (let change = 0; change < 5; change += 1) navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
      return samples.length
    })
    // what was recorded before the loss may still arrive
    await page.waitForFunction(() => window.audioTest.recorder().openings() > 1)
    await untilHeard(page, before / 16 + 400)
    expect(await page.evaluate(() => window.audioTest.recorder().openings())).toBe(2)
    expect(await page.evaluate(() => window.audioTest.recorder().liveTracks())).toBe(1)
  })

  it('that are not in use do not affect the talk', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')))
    await untilHeard(page, 1000)
    expect(await page.evaluate(() => window.audioTest.recorder().openings())).toBe(1)
  })

  it('the microphone of a talk, and a warm one, follow the system’s default when it becomes another; a chosen one stays', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    const becomes = (label: string) =>
      page.evaluate((name) => {
        window.audioTest.recorder().faults.defaultLabel = name
        navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
      }, label)
    const openings = (count: number) => page.waitForFunction((wanted) => window.audioTest.recorder().openings() === wanted, count)

    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    await becomes('a headset')
    await openings(2)
    const before = await page.evaluate(() => window.audioTest.recorder().samples.length)
    await untilHeard(page, before / 16 + 400)
    await page.evaluate(() => {
      const run = window.audioTest.recorder()
      run.change({ warmMicrophone: true })
      run.capture.cancel()
    })
    await becomes('a desk microphone')
    await openings(3)
    expect(await page.evaluate(() => window.audioTest.recorder().liveTracks())).toBe(1)
    const told = await page.evaluate(() => window.audioTest.recorder().log.filter((line) => !line.startsWith('frame')))
    expect(told).toEqual(['start talk-1', 'end talk-1'])

    const chosen = await page.evaluate(async () => {
      const devices = await navigator.mediaDevices.enumerateDevices()
      return devices.find(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== 'default')?.deviceId ?? ''
    })
    await page.evaluate((microphoneId) => window.audioTest.recorder().change({ microphoneId }), chosen)
    await openings(4)
    await becomes('a third one')
    // a change that would reopen it is handled before this one
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-2'))
    await page.waitForFunction(() => window.audioTest.recorder().log.filter((line) => line === 'frame talk-2').length > 40)
    expect(await page.evaluate(() => window.audioTest.recorder().openings())).toBe(4)
  })

  it('a warm microphone is reopened after the computer has slept, one in a talk is left alone', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    await page.evaluate(() => window.audioTest.recorder().change({ warmMicrophone: true }))
    await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 1)
    await page.evaluate(() => window.audioTest.recorder().capture.renew())
    await page.waitForFunction(() => window.audioTest.recorder().openings() === 2 && window.audioTest.recorder().liveTracks() === 1)
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 600)
    await page.evaluate(() => window.audioTest.recorder().capture.renew())
    await untilHeard(page, 1000)
    expect(await page.evaluate(() => window.audioTest.recorder().openings())).toBe(2)
  })
})

describe('a microphone that is muted outside of Parley', () => {
  it('is reported at once, and again when it is unmuted', async () => {
    browser = await launchChromium({ kind: 'beep' })
    const page = await openAudioPage(browser, site)
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    const log = await page.evaluate(() => {
      const run = window.audioTest.recorder()
      run.muteTrack(true)
      run.muteTrack(true)
      run.muteTrack(false)
      return run.log.filter((line) => line.startsWith('muted'))
    })
    expect(log).toEqual(['muted true', 'muted false'])
  })
})

describe('a permission', () => {
  it('that the browser revokes in the middle of a talk is reported as refused', async () => {
    browser = await launchChromium({ kind: 'asked' })
    const page = await openAudioPage(browser, site)
    await decide(browser, page, 'granted')
    await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
    await untilHeard(page, 200)
    await decide(browser, page, 'denied')
    await page.waitForFunction(() => window.audioTest.recorder().log.includes('failed talk-1 refused'))
    expect(await page.evaluate(() => window.audioTest.recorder().liveTracks())).toBe(0)
  })
})

describe('a busy page', () => {
  it('blocked 120 ms of every 300 still plays an answer sample for sample', async () => {
    browser = await launchChromium({ kind: 'none' }, ['--autoplay-policy=no-user-gesture-required'])
    const page = await openAudioPage(browser, site, installPlaybackTap)
    const answer = trim(await atPlayerRate(words))
    await page.evaluate((samples) => {
      const { playback } = window.audioTest.player()
      window.audioTest.pushAll(playback, 'turn-1', samples, [5760])
      playback.end('turn-1')
      const holdUp = (): void => {
        const until = performance.now() + 120
        while (performance.now() < until);
        if (!window.audioTest.isDone('turn-1')) setTimeout(holdUp, 180)
      }
      holdUp()
    }, answer)
    await page.waitForFunction(() => window.audioTest.isDone('turn-1'))
    expect(findSound(await readPlaybackTap(page), Int16Array.from(answer))).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(() => window.audioTest.player().playback.statistics().stalls)).toBe(0)
  })
})

async function untilHeard(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction((length) => window.audioTest.recorder().samples.length >= length, milliseconds * 16)
}

async function atPlayerRate(speech: Speech): Promise<number[]> {
  const resampler = new Resampler(speech.sampleRate, 24_000)
  return [...resampler.push(speech.samples), ...resampler.end()]
}

function trim(samples: readonly number[]): number[] {
  return samples.slice(
    samples.findIndex((sample) => sample !== 0),
    samples.findLastIndex((sample) => sample !== 0) + 1,
  )
}

/** Sets whether this page may use the microphone from now on. */
async function decide(of: Browser, page: Page, setting: 'granted' | 'denied'): Promise<void> {
  const session = await of.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  const browserContextId = targetInfos.find(({ url }) => url === page.url())?.browserContextId
  const place = browserContextId === undefined ? {} : { browserContextId }
  await session.send('Browser.setPermission', { permission: { name: 'microphone' }, setting, origin: new URL(page.url()).origin, ...place })
}

/** Kills the browser process that plays and records; the browser starts another by itself. */
async function endAudioService(of: Browser): Promise<void> {
  const session = await of.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const utilities = processInfo.filter(({ type }) => type !== 'browser' && type !== 'renderer' && type !== 'GPU')
  const audio = utilities.filter(({ id }) =>
    execFileSync('ps', ['-o', 'args=', '-p', String(id)], { encoding: 'utf8' }).includes('AudioService'),
  )
  expect(audio).toHaveLength(1)
  for (const { id } of audio) process.kill(id, 'SIGKILL')
}
