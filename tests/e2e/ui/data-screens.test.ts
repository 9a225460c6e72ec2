import type { Page } from 'playwright'
import { expect } from 'vitest'
import { importWorld, queryWorld, resultWorld, workbookWorld } from '../../support/data-worlds'
import { describeScreens, type Screen } from '../../support/describe-screens'
import { showSection } from '../../support/show-section'
import { wideWorld } from '../../support/wide-data-world'

/** Opens the preview of the file that is chosen. */
async function openImport(page: Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await showSection(page, 'data')
  await page.locator('[data-drop] button').click()
  await page.locator('[data-import] tbody tr').first().waitFor()
}

const screens: Readonly<Record<string, Screen>> = {
  'data-thread': {
    world: resultWorld,
    reach: async (page) => {
      await page.locator('[data-artifact] tbody tr').first().waitFor()
    },
  },
  'data-panel': {
    world: resultWorld,
    reach: async (page) => {
      await openPanel(page)
      await page.locator('[role="row"][aria-selected]').nth(1).click()
      await page.keyboard.press('ArrowDown')
    },
  },
  'data-export': {
    world: resultWorld,
    reach: async (page) => {
      await openPanel(page)
      await page.locator('[data-region="panel"] [data-export]').click()
      await page.locator('[data-format="png"]').waitFor()
    },
  },
  'data-wide': {
    world: wideWorld,
    reach: async (page) => {
      await page.locator('[data-artifact] button[aria-pressed]').click()
      await page.locator('[data-region="panel"] [data-shown="table"]').click()
      await page.locator('[role="row"][aria-selected] [role="gridcell"]').nth(1).waitFor()
    },
  },
  'data-results': {
    world: wideWorld,
    reach: async (page) => {
      await page.keyboard.press('Control+KeyK')
      await page.locator('[role="combobox"]:focus').waitFor()
      const isJapanese = (await page.locator('html').getAttribute('lang')) === 'ja'
      await page.keyboard.insertText(isJapanese ? '保存した結果' : 'saved results')
      await page.locator('[data-entry="results"]').click()
      await page.locator('[data-region="panel"] li').nth(2).waitFor()
    },
  },
  'data-query-card': {
    world: queryWorld,
    reach: async (page) => {
      await page.locator('[data-approval]:not([data-unarmed]) dl').waitFor()
      // in a small window the card is higher than the available space: a user at its buttons must still see what they
      // answer
      await page.setViewportSize({ width: 640, height: 480 })
      const seen = (selector: string) =>
        page.locator(`[data-approval] ${selector}`).evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
      await page.locator('[data-answer="allow"]').scrollIntoViewIfNeeded()
      await expect
        .poll(async () => [await seen('h2'), await seen('[data-answer="deny"]'), await seen('[data-answer="allow"]')])
        .toEqual([true, true, true])
    },
  },
  'import-check': { world: importWorld, reach: openImport },
  'import-sheets': { world: workbookWorld, reach: openImport },
  'data-sources': {
    world: resultWorld,
    reach: async (page) => {
      await page.keyboard.press('Control+Comma')
      await showSection(page, 'data')
      await page.locator('[data-source="source-4"]').waitFor()
    },
  },
}

async function openPanel(page: Page): Promise<void> {
  await page.locator('[data-artifact] button[aria-pressed]').click()
  await page.locator('[data-region="panel"] svg[role="img"]').waitFor()
  await page.locator('[role="row"][aria-selected]').first().waitFor()
}

describeScreens(screens)
