import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { type AxeRules, axeViolations } from './axe-violations'
import { findLayoutFaults } from './layout-faults'
import type { ScriptedWorld } from './scripted-transport'
import { changeSettings, saveScreen } from './ui-page'
import { uiStage } from './ui-stage'
import { untranslatedOn } from './untranslated'

export type Language = 'en' | 'ja'

/** A screen of the page and the way to it. */
export interface Screen {
  world(language: Language): ScriptedWorld
  /** Brings the page from the opened world to the screen. */
  reach?(page: Page): Promise<void>
}

/**
 * Axe's findings. It takes a label that is scrolled out of view for hidden, so a settings page is checked in a window
 * that shows all of it.
 */
export async function violationsOf(page: Page, rules: AxeRules = 'all'): Promise<readonly string[]> {
  const size = page.viewportSize()
  const hidden = await page
    .locator('[data-region="settings"] > section')
    .evaluateAll((contents) => Math.max(0, ...contents.map((content) => content.scrollHeight - content.clientHeight)))
  if (size !== null && hidden > 0) await page.setViewportSize({ ...size, height: size.height + hidden })
  const violations = await axeViolations(page, rules)
  if (size !== null && hidden > 0) await page.setViewportSize(size)
  return violations
}

const sizes = [
  { name: 'wide', width: 1000, height: 700 },
  { name: 'narrow', width: 420, height: 700 },
] as const

/** Checks every screen in both themes, languages and widths with axe and the text measurements. */
export function describeScreens(screens: Readonly<Record<string, Screen>>): void {
  const stage = uiStage()

  describe.each(Object.entries(screens))('the screen %s', (name, screen) => {
    it.each(['en', 'ja'] as const)(
      'shows all its text in both themes, wide and narrow, in %s, in English at twice the size too',
      async (language) => {
        const [wide] = sizes
        const { page, complaints, close } = await stage.open(screen.world(language), wide)
        await screen.reach?.(page)
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const theme of ['light', 'dark'] as const) {
            await changeSettings(page, { theme })
            await saveScreen(page, `${name}-${size.name}-${language}-${theme}`)
            await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
            // axe checks names, roles and colours: neither width nor language changes them, and a theme changes only
            // colours
            if (language === 'en' && size === wide) expect(await violationsOf(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
          }
        }
        if (language === 'ja') expect(await untranslatedOn(page)).toEqual([])
        else await isReadableAtTwiceTheSize(page, name)
        expect(complaints).toEqual([])
        await close()
      },
    )
  })
}

async function isReadableAtTwiceTheSize(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 420, height: 900 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await saveScreen(page, `${name}-narrow-en-large`)
  await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
  // in the usual window parts stand beside each other for which there is no room at this size
  await page.setViewportSize({ width: 1000, height: 800 })
  await saveScreen(page, `${name}-wide-en-large`)
  await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
}
