import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, changeSettings, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion } from '../../support/ui-worlds'

const stage = uiStage()

/** From now on all that goes to a loudspeaker is measured as well; only its last 0.7 s are kept. */
function installMeter(): void {
  const meters: AnalyserNode[] = []
  Object.defineProperty(window, '__meters', { value: meters })
  const connect = AudioNode.prototype.connect
  Object.defineProperty(AudioNode.prototype, 'connect', {
    value(this: AudioNode, target: AudioNode | AudioParam, output?: number, input?: number) {
      if (target === this.context.destination) {
        const meter = new AnalyserNode(this.context, { fftSize: 32_768 })
        Reflect.apply(connect, this, [meter])
        meters.push(meter)
      }
      return Reflect.apply(
        connect,
        this,
        [target, output, input].filter((part) => part !== undefined),
      )
    },
  })
}

/** The loudest sample heard of late. */
function loudness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const meters: readonly AnalyserNode[] = Reflect.get(window, '__meters')
    const peaks = meters.map((meter) => {
      const samples = new Float32Array(meter.fftSize)
      meter.getFloatTimeDomainData(samples)
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    })
    return Math.max(0, ...peaks)
  })
}

async function openMeasured(change: Parameters<typeof makeWorld>[0] = {}) {
  const opened = await stage.open(makeWorld({ messages: paymentMessages('en'), ...change }), { width: 1000, height: 800 })
  await opened.page.evaluate(installMeter)
  return opened
}

describe('a new question', () => {
  it('is heard once as a quiet sign', async () => {
    const { page, complaints, close } = await openMeasured()
    await emit(page, 'approval.changed', paymentQuestion())
    await expect.poll(() => loudness(page)).toBeGreaterThan(0.05)
    expect(await loudness(page)).toBeLessThan(0.4)
    expect(complaints).toEqual([])
    await close()
  })

  it('is silent when the user turned the sign off', async () => {
    const { page, close } = await openMeasured()
    await changeSettings(page, { questionSound: false })
    await emit(page, 'approval.changed', paymentQuestion())
    await page.locator('[data-approval]').waitFor()
    await changeSettings(page, { questionSound: true })
    await emit(page, 'approval.changed', paymentQuestion({ state: 'denied', decidedAt: 1 }))
    await page.locator('[data-approval]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Reflect.get(window, '__meters').length)).toBe(0)
    await close()
  })

  it('can be turned off beside the time to answer', async () => {
    const { page, close } = await openMeasured({ kept: { tools: [], rules: [] } })
    await page.keyboard.press('Control+Comma')
    await page.getByRole('button', { name: 'Tools and rules' }).click()
    await page.getByRole('switch', { name: 'Sound for a question' }).uncheck()
    expect(await callsOf(page, 'settings.update')).toEqual([{ questionSound: false }])
    await close()
  })
})
