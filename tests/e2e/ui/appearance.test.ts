import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe-violations'
import { findLayoutFaults } from '../../support/layout-faults'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { changeSettings, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()

const question = () =>
  makeWorld({
    messages: paymentMessages('en'),
    bootstrap: { approvals: [paymentQuestion()], statuses: [replayStatus({ activity: 'waiting' })] },
  })

/** Makes every rendered string 40 % longer, as in a language with long words. */
async function stretchWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (text.trim() === '' || node.parentElement?.closest('code, pre, dl, kbd, textarea, [role="timer"]') !== null) continue
      node.textContent = text + text.slice(0, Math.ceil(text.length * 0.4))
    }
  })
}

describe('the page', () => {
  it.each([{ width: 1000 }, { width: 420 }])('holds strings that are two fifths longer, $width wide', async ({ width }) => {
    const { page, close } = await stage.open(question(), { width, height: 800 })
    await stretchWords(page)
    await saveScreen(page, `stretched-${width}`)
    await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
    await close()
  })

  it('moves nothing while nobody talks and no approval is open', async () => {
    const { page, close } = await stage.open(makeWorld({}), { width: 1000, height: 700 })
    const moving = () =>
      page.evaluate(
        () => document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY).length,
      )
    expect(await moving()).toBe(0)
    await close()
  })

  it('keeps borders if the system uses its own colours', async () => {
    const { page, close } = await stage.open(question(), { width: 1000, height: 800, forcedColors: 'active' })
    await saveScreen(page, 'forced-colors')
    const edges = await page
      .locator('[data-approval], [data-answer], [data-region="dock"] button')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).borderTopWidth))
    expect(edges.every((width) => width !== '0px')).toBe(true)
    await close()
  })

  it.each(['light', 'dark'] as const)(
    'with more contrast shows every text at seven to one or better, in its largest size too: %s',
    async (theme) => {
      const { page, close } = await stage.open(question(), { width: 1000, height: 800 })
      await changeSettings(page, { theme, contrast: 'more', textSize: 'largest' })
      for (const section of [null, 'general', 'rules'] as const) {
        if (section !== null) {
          if (section === 'general') await page.keyboard.press('Control+Comma')
          await showSection(page, section)
        }
        await saveScreen(page, `contrast-${section ?? 'main'}-${theme}`)
        await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
        expect(await axeViolations(page, { rules: ['color-contrast-enhanced'] })).toEqual([])
      }
      await close()
    },
  )

  it('takes its colours from the tokens in both themes', async () => {
    const { page, close } = await stage.open(makeWorld({}), { width: 1000, height: 700 })
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(await ground()).toBe('rgb(251, 252, 252)')
    await changeSettings(page, { theme: 'dark' })
    expect(await ground()).toBe('rgb(22, 27, 25)')
    await close()
  })
})
