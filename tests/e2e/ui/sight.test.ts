import type { Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import type { ConversationStatus } from '../../../src/shared/ipc/schemas'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus, worldNow } from '../../support/ui-worlds'

const stage = uiStage()
const shown = {
  ...{ phase: 'on', sightId: 'sight-1', conversationId: 'conversation-0', by: 'user' },
  source: { sourceId: 'screen-1', kind: 'screen', name: 'Entire screen' },
  ...{ since: worldNow - 9000, frames: 5, tokens: 1280, dollars: 0.0013 },
} as const

async function open(status: ConversationStatus, width = 1000): Promise<Page> {
  const source = { sourceId: 'screen-1', kind: 'screen', name: 'Entire screen', picture: null }
  const answers = { 'sight.sources': { blocked: null, sources: [source], still: false }, 'sight.begin': null, 'sight.stop': null }
  const { page, close } = await stage.open({ ...makeWorld({ bootstrap: { statuses: [status] } }), answers }, { width, height: 700 })
  onTestFinished(close)
  await page.locator('[data-composer]').waitFor()
  return page
}

const strip = (page: Page) => page.getByRole('region', { name: 'What Gemini sees' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.matches('[data-composer]'))

it('says in a demo that nothing leaves the computer, and names images, tokens and cost only of what is sent', async () => {
  const demo = await open(replayStatus())
  await emit(demo, 'sight.state', shown)
  await strip(demo).getByText('Gemini would see: Entire screen').waitFor()
  await strip(demo).getByText('Demo: 5 images, nothing leaves this computer').waitFor()
  expect(await strip(demo).textContent()).not.toMatch(/sent|\$/)

  const page = await open(replayStatus({ replay: null }))
  await emit(page, 'sight.state', shown)
  await strip(page).getByText('Gemini sees: Entire screen').waitFor()
  await strip(page).getByText('5 images sent · 1,280 tokens · $0.0013').waitFor()
})

it('leaves the focus in the composer when it begins and when it is stopped, although the buttons are gone', async () => {
  const page = await open(replayStatus())
  await page.getByRole('button', { name: 'Show Gemini something' }).click()
  await page.getByRole('menuitem', { name: 'Entire screen' }).click()
  await expect.poll(() => callsOf(page, 'sight.begin')).toHaveLength(1)
  await emit(page, 'sight.state', shown)
  await expect.poll(() => focused(page)).toBe(true)

  const stops = [strip(page), page.locator('[data-region="dock"]')].map((around) => around.getByRole('button', { name: 'Stop showing' }))
  for (const stop of stops) {
    await emit(page, 'sight.state', shown)
    await stop.last().click()
    await emit(page, 'sight.state', { phase: 'off', ended: 'stopped' })
    await expect.poll(() => focused(page)).toBe(true)
  }
})

it('can be begun in a narrow window too', async () => {
  const page = await open(replayStatus(), 480)
  await page.getByRole('button', { name: 'Show Gemini something' }).click()
  await page.getByRole('menuitem', { name: 'Entire screen' }).click()
  await expect.poll(() => callsOf(page, 'sight.begin')).toEqual([{ kind: 'screen', sourceId: 'screen-1' }])
})
