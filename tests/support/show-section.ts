import type { Page } from 'playwright'
import { pageOf } from '../../src/renderer/settings/settings-pages'
import type { SettingsSection } from '../../src/renderer/state/app-state'

/** Chooses the page with this section in the open settings, and then the section, if the page lists it. */
export async function showSection(page: Page, section: SettingsSection): Promise<void> {
  const shown = pageOf(section)
  const nav = page.locator('[data-region="sidebar"]')
  await nav.locator(`[data-page="${shown.page}"]`).click()
  await nav.locator(`[data-page="${shown.page}"][aria-current="page"]`).waitFor()
  await page.locator(`[data-part="${section}"]`).waitFor()
  const listed = nav.locator(`[data-section="${section}"]`)
  if ((await listed.count()) > 0) await listed.click()
}
