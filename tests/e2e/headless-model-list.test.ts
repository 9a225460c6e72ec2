import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import { callMain } from '../support/call-main'
import { type HeadlessApp, startHeadlessApp } from '../support/headless-app'
import { liveRecording, modelSays, wordsCome } from '../support/live-recording'
import { showSection } from '../support/show-section'
import { type Switchboard, startSwitchboard } from '../support/switchboard'

let board: Switchboard
let app: HeadlessApp

beforeAll(async () => {
  board = await startSwitchboard()
  await board.play(liveRecording('greeting', [wordsCome, ...modelSays('Good morning.')]))
  app = await startHeadlessApp({ baseUrl: board.baseUrl, clock: systemClock })
})
afterAll(async () => {
  await app.remove()
  await board.close()
})

describe('a list of models that is', () => {
  it.each<readonly [FaultName, string]>([
    ['models-forbidden', 'Google didn’t return a model list for this key.'],
    ['models-garbled', 'Google’s model list couldn’t be read.'],
    ['models-empty', 'Google lists no model for this key that Parley can use.'],
  ])('%s is told in the settings, the built-in one stands there, and the session lives', async (fault, told) => {
    const { page } = app
    const answer = `Good morning, ${fault}.`
    await board.play(liveRecording('greeting', [wordsCome, ...modelSays(answer)]), [fault])
    await callMain(page, 'key.save', { key: `a-key-for-${fault}` })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'key')
    await page.getByText(told, { exact: false }).waitFor()
    const models = page.getByRole('combobox', { name: 'Model', exact: true }).locator('option')
    expect(await models.first().getAttribute('value')).toBe('gemini-3.8-live')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New conversation' }).first().click()
    await page.getByRole('article').first().waitFor({ state: 'detached' })
    await page.locator('[data-composer]').fill('Hello?')
    await page.locator('[data-composer]').press('Enter')
    await page.getByText(answer).first().waitFor()
  })
})
