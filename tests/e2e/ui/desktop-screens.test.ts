import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { SettingsSection } from '../../../src/renderer/state/app-state'
import { describeScreens } from '../../support/describe-screens'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, worldNow } from '../../support/ui-worlds'

const stage = uiStage()
const shown = {
  ...{ phase: 'on', sightId: 'sight-1', conversationId: 'conversation-0', by: 'user' },
  source: { sourceId: 'window-1', kind: 'window', name: 'Invoices.ods' },
  ...{ since: worldNow - 9000, frames: 12, tokens: 3096, dollars: 0.0012 },
} as const

async function openSettings(page: Page, section: SettingsSection): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await showSection(page, section)
}

it('the line about sight breaks no word at twice the size', async () => {
  const { page, close } = await stage.open(makeWorld({}), { width: 420, height: 900 })
  await page.locator('[data-composer]').waitFor()
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }))
  await emit(page, 'sight.state', shown)
  const words = page.locator('[data-sight="on"] p').first()
  // the widest word of the line
  await expect.poll(() => words.evaluate((line) => line.getBoundingClientRect().width)).toBeGreaterThan(160)
  await close()
})

describeScreens({
  shortcuts: {
    world: (language) => makeWorld({ language, messages: paymentMessages(language) }),
    reach: async (page) => {
      await page.locator('[data-composer]').waitFor()
      await page.keyboard.press('Control+Slash')
      await page.getByRole('dialog').waitFor()
    },
  },
  notifications: {
    world: (language) => makeWorld({ language }),
    reach: (page) => openSettings(page, 'notifications'),
  },
  about: {
    world: (language) => makeWorld({ language }),
    reach: async (page) => {
      await openSettings(page, 'about')
      await page.getByRole('button', { name: '2.0.0' }).waitFor()
      await page.getByRole('button', { name: /Show in folder|フォルダー/ }).waitFor()
    },
  },
  sight: {
    world: (language) => makeWorld({ language, messages: paymentMessages(language) }),
    reach: async (page) => {
      await page.locator('[data-composer]').waitFor()
      await emit(page, 'sight.state', shown)
      await page.locator('[data-sight="on"]').waitFor()
    },
  },
  'sight-ended': {
    world: (language) => makeWorld({ language, messages: paymentMessages(language) }),
    reach: async (page) => {
      await page.locator('[data-composer]').waitFor()
      await emit(page, 'sight.state', { phase: 'off', ended: 'away' })
      await page.getByText(/the computer slept|スリープ/).waitFor()
    },
  },
  'app-menu': {
    world: (language) => makeWorld({ language, messages: paymentMessages(language) }),
    reach: async (page) => {
      await page.getByRole('button', { name: /^(Menu|メニュー)$/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
})
