import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, changeSettings, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion } from '../../support/ui-worlds'

const stage = uiStage()

/** From now on every sample that goes to a loudspeaker is measured as well; `__peaks` has the loudest of each source. */
function installMeter(): void {
  interface SoundReader {
    read(): Promise<{ readonly value?: AudioData }>
  }
  type TrackProcessorMaker = new (settings: {
    readonly track: MediaStreamTrack
    readonly maxBufferSize: number
  }) => { readonly readable: { getReader(): SoundReader } }
  const makeProcessor: TrackProcessorMaker = Reflect.get(window, 'MediaStreamTrackProcessor')
  const peaks: number[] = []
  Object.defineProperty(window, '__peaks', { value: peaks })

  async function measure(track: MediaStreamTrack): Promise<void> {
    const source = peaks.push(0) - 1
    const reader = new makeProcessor({ track, maxBufferSize: 65_535 }).readable.getReader()
    for (let piece = await reader.read(); piece.value; piece = await reader.read()) {
      const block = new Float32Array(piece.value.numberOfFrames)
      piece.value.copyTo(block, { planeIndex: 0, format: 'f32-planar' })
      piece.value.close()
      peaks[source] = block.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), peaks[source] ?? 0)
    }
  }

  const { connect } = AudioNode.prototype
  Object.defineProperty(AudioNode.prototype, 'connect', {
    value(this: AudioNode, ...to: readonly unknown[]): unknown {
      if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) {
        const outlet = new MediaStreamAudioDestinationNode(this.context, { channelCount: 1 })
        Reflect.apply(connect, this, [outlet])
        for (const track of outlet.stream.getAudioTracks()) void measure(track)
      }
      return Reflect.apply(connect, this, to)
    },
  })
}

/** The loudest sample that was heard so far. */
function loudness(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...Reflect.get(window, '__peaks')))
}

async function openMeasured(change: Parameters<typeof makeWorld>[0] = {}) {
  const opened = await stage.open(makeWorld({ messages: paymentMessages('en'), ...change }), { width: 1000, height: 800 })
  await opened.page.evaluate(installMeter)
  return opened
}

describe('a new approval request', () => {
  it('plays once as a quiet sound', async () => {
    const { page, complaints, close } = await openMeasured()
    await emit(page, 'approval.changed', paymentQuestion())
    await expect.poll(() => loudness(page)).toBeGreaterThan(0.05)
    expect(await loudness(page)).toBeLessThan(0.4)
    expect(complaints).toEqual([])
    await close()
  })

  it('is silent if the user turned the sound off', async () => {
    const { page, close } = await openMeasured()
    await changeSettings(page, { questionSound: false })
    await emit(page, 'approval.changed', paymentQuestion())
    await page.locator('[data-approval]').waitFor()
    await changeSettings(page, { questionSound: true })
    await emit(page, 'approval.changed', paymentQuestion({ state: 'denied', decidedAt: 1 }))
    await page.locator('[data-approval]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Reflect.get(window, '__peaks').length)).toBe(0)
    await close()
  })

  it('can be turned off next to the time limit', async () => {
    const { page, close } = await openMeasured({ kept: { tools: [], rules: [] } })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'rules')
    await page.getByRole('switch', { name: 'Sound for a question' }).uncheck()
    expect(await callsOf(page, 'settings.update')).toEqual([{ questionSound: false }])
    await close()
  })
})
