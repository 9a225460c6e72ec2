import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AudioSite, launchChromium, openAudioPage, serveAudioPage } from '../../support/audio-page'

let site: AudioSite
let browser: Browser

beforeAll(async () => {
  site = await serveAudioPage()
  browser = await launchChromium({ kind: 'beep' })
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

it('without any audio context, everything works straight from the device: warm, lost and reopened, fifty talks, nothing left open', async () => {
  const page = await openAudioPage(browser, site, () => {
    Object.defineProperty(globalThis, 'AudioContext', {
      value: class {
        constructor() {
          throw new DOMException('made by the test', 'NotSupportedError')
        }
      },
    })
  })
  await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
  await untilHeard(page, 400)
  await page.evaluate(() => {
    const { faults, loseTrack } = window.audioTest.recorder()
    faults.errors.push('NotFoundError')
    loseTrack()
  })
  await untilHeard(page, (await heardMs(page)) + 400)
  await page.evaluate(() => window.audioTest.recorder().capture.stop())
  await untilLogged(page, 'end talk-1')
  expect(await told(page)).toEqual(['start talk-1', 'lost true', 'lost false', 'end talk-1'])

  await page.evaluate(() => window.audioTest.recorder().change({ warmMicrophone: true }))
  await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 1)
  // a key pressed later finds half a second of earlier sound, whatever the moment
  const fromBefore = (): Promise<number> =>
    page.evaluate(() => {
      const run = window.audioTest.recorder()
      const before = run.samples.length
      run.log.splice(0)
      run.capture.start('talk-2')
      run.capture.cancel()
      return new Promise<number>((resolve) => {
        const ask = (): void => (run.log.at(-1) === 'end talk-2' ? resolve(run.samples.length - before) : void setTimeout(ask))
        ask()
      })
    })
  await expect.poll(fromBefore, { timeout: 60_000, interval: 700 }).toBeGreaterThanOrEqual(8000)
  await page.evaluate(() => window.audioTest.recorder().change({ warmMicrophone: false }))
  await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 0)

  await page.evaluate(() => window.audioTest.recorder().log.splice(0))
  for (let talk = 0; talk < 50; talk += 1) {
    const talkId = `again-${talk}`
    await page.evaluate((id) => window.audioTest.recorder().capture.start(id), talkId)
    if (talk % 4 === 1) await untilLogged(page, `frame ${talkId}`)
    await page.evaluate((cancelled) => window.audioTest.recorder().capture[cancelled ? 'cancel' : 'stop'](), talk % 3 === 0)
  }
  await page.waitForFunction(() => window.audioTest.recorder().log.filter((line) => line.startsWith('end again')).length === 50)
  await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 0)
  expect(page.workers()).toHaveLength(1)
  await page.evaluate(() => window.audioTest.recorder().capture.close())
  await expect.poll(() => page.workers().length).toBe(0)
  expect(await page.evaluate(() => window.audioTest.violations)).toEqual([])
  await page.close()
})

it('an audio context without sound is abandoned in the middle of a talk, which continues straight from the device', async () => {
  const page = await openAudioPage(browser, site, () => {
    // a node without an input: it delivers no sound
    Object.defineProperty(AudioContext.prototype, 'createMediaStreamSource', {
      value(this: AudioContext) {
        return new GainNode(this)
      },
    })
  })
  await page.evaluate(() => window.audioTest.recorder().capture.start('talk-1'))
  await untilHeard(page, 400)
  await page.evaluate(() => window.audioTest.recorder().capture.stop())
  await untilLogged(page, 'end talk-1')
  expect(await told(page)).toEqual(['start talk-1', 'end talk-1'])
  await page.waitForFunction(() => window.audioTest.recorder().liveTracks() === 0)
  await page.close()
})

it('the setting to record straight from the device applies from the next opening on, and can be turned off', async () => {
  const page = await openAudioPage(browser, site, () => {
    const { createMediaStreamSource } = AudioContext.prototype
    Object.defineProperty(AudioContext.prototype, 'createMediaStreamSource', {
      value(this: AudioContext, stream: MediaStream) {
        Reflect.set(window, 'contextHears', true)
        return createMediaStreamSource.call(this, stream)
      },
    })
  })
  for (const [talkId, directCapture, contextHears] of [
    ['talk-1', true, undefined],
    ['talk-2', false, true],
  ] as const) {
    await page.evaluate(
      ([id, direct]) => {
        window.audioTest.recorder().change({ directCapture: direct })
        window.audioTest.recorder().capture.start(id)
      },
      [talkId, directCapture] as const,
    )
    await untilLogged(page, `frame ${talkId}`)
    expect(await page.evaluate((): unknown => Reflect.get(window, 'contextHears'))).toBe(contextHears)
    await page.evaluate(() => window.audioTest.recorder().capture.stop())
    await untilLogged(page, `end ${talkId}`)
  }
  await page.close()
})

async function untilHeard(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction((length) => window.audioTest.recorder().samples.length >= length, milliseconds * 16)
}

function heardMs(page: Page): Promise<number> {
  return page.evaluate(() => window.audioTest.recorder().samples.length / 16)
}

async function untilLogged(page: Page, line: string): Promise<void> {
  await page.waitForFunction((wanted) => window.audioTest.recorder().log.includes(wanted), line)
}

function told(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => window.audioTest.recorder().log.filter((line) => !line.startsWith('frame')))
}
