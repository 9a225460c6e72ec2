import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { startHeadlessApp } from '../support/headless-app'
import { openLive } from '../support/live-client'
import { liveRecording, modelCalls, modelSays, wordsCome } from '../support/live-recording'
import { hoshinoPayment } from '../support/payment-approval'

const fragments = ['I am', ' wa', 'iting ', 'for your yes.']
const whole = fragments.join('')

/** The conversation that the window shows. Runs in the page. */
async function currentConversation(): Promise<string> {
  const { value } = await Reflect.get(window, 'parley').call('app.bootstrap', null)
  return value.currentConversationId
}

/** The texts of the assistant's messages, as they are stored. Runs in the page. */
async function storedTexts(conversationId: string): Promise<readonly unknown[]> {
  const { value } = await Reflect.get(window, 'parley').call('conversation.open', { conversationId })
  const messages: readonly { readonly role: string; readonly parts: readonly { readonly type: string; readonly text?: string }[] }[] =
    value.messages
  return messages.flatMap(({ role, parts }) =>
    role === 'assistant' ? parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])) : [],
  )
}

test('an answer in fragments, while a question of another program’s client is open, is one paragraph in the page and one text in the store', async () => {
  const said = fragments.map((text) => ({ t: 10, dir: 'server', frame: { serverContent: { outputTranscription: { text } } } }))
  const recording = liveRecording('waits', [wordsCome, modelCalls('pay', 'process_payment', hoshinoPayment), ...said, ...modelSays('')])
  const server = await startFixtureServer({ fixture: recording, speed: 10 })
  onTestFinished(() => server.close())
  const app = await startHeadlessApp({
    baseUrl: server.baseUrl,
    clock: systemClock,
    gateway: { open: { port: 0 }, firstClient: { name: 'a program', token: null } },
  })
  onTestFinished(() => app.remove())
  const { page, gateway } = app
  if (gateway === null) throw new Error('the gateway is not open')
  const client = await openLive({ port: Number(new URL(gateway.url).port), token: gateway.token })
  client.send({ type: 'text', text: 'Pay the Hoshino Print invoice.' })
  await page.locator('[data-region="sidebar"] [data-row]').filter({ hasText: 'Pay the Hoshino Print' }).click()
  const answer = page.locator('[data-region="thread"]').getByRole('article', { name: 'Parley' })
  await answer.getByText(whole, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Deny' }).first().waitFor()
  const paragraphs = await answer.locator('p').allTextContents()
  expect(paragraphs.filter((text) => text !== '' && whole.includes(text.trim()))).toEqual([whole])
  const conversationId = await page.evaluate(currentConversation)
  expect(await page.evaluate(storedTexts, conversationId)).toEqual([whole])
})
