import { describeScreens } from '../../support/describe-screens'
import { paymentMessages } from '../../support/ui-messages'
import { makeWorld } from '../../support/ui-worlds'

describeScreens({
  shortcuts: {
    world: (language) => makeWorld({ language, messages: paymentMessages(language) }),
    reach: async (page) => {
      await page.locator('[data-composer]').waitFor()
      await page.keyboard.press('Control+Slash')
      await page.getByRole('dialog').waitFor()
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
