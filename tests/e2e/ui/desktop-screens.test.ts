import type { Page } from 'playwright'
import type { SettingsSection } from '../../../src/renderer/state/app-state'
import { describeScreens } from '../../support/describe-screens'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { emit } from '../../support/ui-page'
import { makeWorld, worldNow } from '../../support/ui-worlds'

async function openSettings(page: Page, section: SettingsSection): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await showSection(page, section)
}

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
      const source = { sourceId: 'window-1', kind: 'window', name: 'Invoices.ods' } as const
      const sight = { sightId: 'sight-1', conversationId: 'conversation-0', source, by: 'user', since: worldNow - 9000 } as const
      await page.locator('[data-composer]').waitFor()
      await emit(page, 'sight.state', { phase: 'on', ...sight, frames: 12, tokens: 3096, dollars: 0.0012 })
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
