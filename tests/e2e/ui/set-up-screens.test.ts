import type { Page } from 'playwright'
import type { SetUpStep } from '../../../src/shared/ipc/desktop-choices'
import { describeScreens, type Language, type Screen } from '../../support/describe-screens'
import { desktopHotkeys } from '../../support/desktop-hotkeys'
import type { ScriptedWorld } from '../../support/scripted-transport'
import { showSection } from '../../support/show-section'
import { emit } from '../../support/ui-page'
import { makeWorld } from '../../support/ui-worlds'

const at =
  (setUp: SetUpStep) =>
  (language: Language): ScriptedWorld =>
    makeWorld({ language, settings: { setUp }, bootstrap: { hotkey: desktopHotkeys() } })

const screens: Readonly<Record<string, Screen>> = {
  'first-run-key': {
    world: at('key'),
    async reach(page) {
      await page.getByRole('radio').nth(1).check()
      await page.locator('[data-key-field]').fill('AIzaSyForThePicture8fQ2')
      await page.getByRole('button', { name: /Test key|キーを試す/ }).click()
      await page.getByText(/works and answered in|を使えます/).waitFor()
    },
  },
  'first-run-microphone': {
    world: at('microphone'),
    reach: (page) => page.getByText(/Good level|良い音量/).waitFor(),
  },
  'first-run-hotkey': {
    world: at('hotkey'),
    async reach(page) {
      await emit(page, 'hotkey.seen', { action: 'hold', what: 'press' })
      await page.locator('[data-seen="seen"]').waitFor()
    },
  },
  'first-run-privacy': { world: at('privacy') },
  'first-run-ready': { world: at('ready') },
  'settings-hotkeys': {
    world: (language) => makeWorld({ language, bootstrap: { hotkey: desktopHotkeys({ newQuestion: 'taken' }) } }),
    async reach(page) {
      await openHotkeys(page)
      await page.locator('[data-hotkey="newQuestion"] [role="alert"]').waitFor()
      await page.locator('[data-hotkey="toggle"]').getByRole('button').first().click()
      await page.locator('[data-recording="true"]').waitFor()
    },
  },
}

async function openHotkeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.locator('[data-region="settings"]').waitFor()
  await showSection(page, 'hotkeys')
}

describeScreens(screens)
