import { afterEach, expect, it } from 'vitest'
import { type RunningApp, startApp } from '../support/app'
import { findLayoutFaults } from '../support/layout-faults'
import { saveScreen } from '../support/ui-page'

let app: RunningApp | null = null
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  app = null
})

it('a recording is replayed with a fault that the user chooses, and continues when the fault is removed', async () => {
  app = await startApp({ settings: { replaySpeed: 20, developer: true } })
  const { page } = app
  const bar = page.getByRole('region', { name: 'Session' })
  const opener = bar.getByRole('button', { name: 'Playing ·' })
  const lab = page.getByRole('dialog', { name: 'Simulate a failure' })
  const type = async (text: string): Promise<void> => {
    await page.locator('[data-composer]').fill(text)
    await page.keyboard.press('Enter')
  }
  await opener.click()
  await lab.getByRole('button', { name: 'goaway-silent' }).waitFor()
  expect(await lab.getByRole('button').count()).toBeGreaterThan(60)
  await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
  await saveScreen(page, 'fault-lab')
  await lab.getByRole('searchbox').fill('region')
  await lab.getByRole('button', { name: 'region-refused' }).click()
  await lab.waitFor({ state: 'detached' })
  await opener.getByText('Failure: region-refused').waitFor()

  await type('Hello, can you hear me?')
  await page.getByText('Gemini isn’t available in your region').first().waitFor()
  await opener.click()
  await lab.getByRole('button', { name: 'None', exact: false }).first().click()
  await lab.waitFor({ state: 'detached' })
  await type('Hello, can you hear me?')
  await page.locator('[data-region="thread"]').getByText('Hello! Yes, I hear you').first().waitFor({ timeout: 60_000 })
})
