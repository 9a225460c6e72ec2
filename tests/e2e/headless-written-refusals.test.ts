import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bundledFixture } from '../support/fixture-facts'
import { startHeadlessApp } from '../support/headless-app'
import { finish, says, textRecording, words } from '../support/text-recording'

/** The window in front of a text model at which this goes wrong, after a question. */
async function ask(fault: FaultName) {
  const text = textRecording([words, says('It is due on 4 May.'), finish()])
  const server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50, faults: [fault] })
  onTestFinished(() => server.close())
  const app = await startHeadlessApp({ baseUrl: server.baseUrl, clock: systemClock, settings: { replyModality: 'text' } })
  onTestFinished(() => app.remove())
  await app.page.locator('[data-composer]').fill('When is the invoice due?')
  await app.page.locator('[data-composer]').press('Enter')
  return { page: app.page, requests: () => server.received().filter(({ protocol }) => protocol === 'text') }
}

it('a written answer comes without tools where the service refuses them, and the window says so', async () => {
  const { page } = await ask('text-tools-refused')
  await page.getByText('It is due on 4 May.').first().waitFor()
  await page.getByText('Tools are off in this session').first().waitFor()
})

it('a model that can’t be asked not to store is not asked without it: the window says so and offers another', async () => {
  const { page, requests } = await ask('text-store-refused')
  await page.getByText('doesn’t accept the request not to store the conversation', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Choose a model' }).first().waitFor()
  expect(requests()).not.toEqual([])
  expect(requests().every(({ frame }) => JSON.stringify(frame).includes('"store":false'))).toBe(true)
})
