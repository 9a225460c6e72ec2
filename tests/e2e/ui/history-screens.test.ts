import { describeScreens } from '../../support/describe-screens'
import { osakaHits } from '../../support/history-hits'
import { paymentMessages } from '../../support/ui-messages'
import { makeWorld } from '../../support/ui-worlds'

describeScreens({
  palette: {
    world: (language) => makeWorld({ language, messages: paymentMessages(language), kept: { hits: osakaHits } }),
    reach: async (page) => {
      await page.keyboard.press('Control+KeyK')
      await page.getByRole('combobox').fill('osaka')
      await page.locator('mark').first().waitFor()
    },
  },
  history: {
    world: (language) => {
      const world = makeWorld({ language, messages: paymentMessages(language) })
      const listed = world.bootstrap.conversations as readonly object[]
      const conversations = listed.map((one, index) => ({ ...one, pinned: index === 7, archived: index > 7 }))
      return { ...world, bootstrap: { ...world.bootstrap, conversations } }
    },
    reach: async (page) => {
      const menu = page.getByRole('button', { name: /Open menu|メニューを開く/ })
      if (await menu.isVisible()) await menu.click()
      await page.locator('[data-fold]').click()
      await page.locator('[data-row="conversation-2"]').focus()
      await page.keyboard.press('Delete')
      await page.locator('[data-row="conversation-2"]').waitFor({ state: 'detached' })
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').waitFor()
    },
  },
})
