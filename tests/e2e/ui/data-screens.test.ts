import type { Page } from 'playwright-core'
import { queryWorld, resultWorld } from '../../support/data-worlds'
import { describeScreens, type Screen } from '../../support/describe-screens'

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
  'data-query-card': {
    world: queryWorld,
    reach: async (page) => {
      await page.locator('[data-approval]:not([data-deaf]) dl').waitFor()
    },
  },
  'data-sources': {
    world: resultWorld,
    reach: async (page) => {
      await page.keyboard.press('Control+Comma')
      await page.locator('[data-region="sidebar"] [data-section="data"]').click()
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
