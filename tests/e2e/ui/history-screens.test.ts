import { describeScreens } from '../../support/describe-screens'
import { osakaHits } from '../../support/history-hits'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { makeWorld, worldNow } from '../../support/ui-worlds'

describeScreens({
  palette: {
    world: (language) => makeWorld({ language, messages: paymentMessages(language), kept: { hits: osakaHits } }),
    reach: async (page) => {
      await page.keyboard.press('Control+KeyK')
      await page.locator('[role="combobox"]:focus').fill('osaka')
      await page.locator('mark').first().waitFor()
    },
  },
  storage: {
    world: (language) => {
      const backup = { bytes: 2_480_000, conversations: 42, at: worldNow - 3_600_000, name: 'newest' }
      const damaged = { ...backup, name: 'damaged', conversations: null, at: worldNow - 90_000_000 }
      const state = { phase: 'waiting', fault: 'refused', waiting: 3, at: null, hasToken: true, storage: 'memory' }
      return { ...makeWorld({ language }), backups: [damaged, backup], answers: { 'server.state': state } }
    },
    reach: async (page) => {
      await page.keyboard.press('Control+Comma')
      await showSection(page, 'storage')
      await page.locator('[data-backup="newest"]').getByRole('button').click()
      await page.getByRole('button', { name: /Erase everything…|すべて消去…/ }).click()
      await page.getByRole('group', { name: /Erase everything\?|すべて消去しますか/ }).waitFor()
    },
  },
  history: {
    world: (language) => {
      const world = makeWorld({ language, messages: paymentMessages(language) })
      const listed = world.bootstrap.conversations as readonly object[]
      const conversations = listed.map((one, index) => ({
        ...one,
        pinned: index === 7,
        archived: index > 7,
        ...(index === 0 && { isPrivate: true }),
      }))
      return { ...world, bootstrap: { ...world.bootstrap, conversations } }
    },
    reach: async (page) => {
      const menu = page.getByRole('button', { name: /Open menu|メニューを開く/ })
      if (await menu.isVisible()) await menu.click()
      await page.locator('[data-fold]').click()
      await page.locator('[data-row="conversation-2"]').focus()
      await page.keyboard.press('Delete')
      await page.locator('[data-row="conversation-2"]').waitFor({ state: 'detached' })
      await page.locator('[data-row]:focus').waitFor()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').waitFor()
    },
  },
})
