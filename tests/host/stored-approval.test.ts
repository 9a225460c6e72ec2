import { afterEach, expect, it } from 'vitest'
import { createTranslator } from '../../src/shared/i18n/translator'
import { displayText } from '../../src/shared/messages/message'
import { errorOf } from '../../src/shared/protocol/ui-message'
import { uiMessageSchema } from '../../src/shared/protocol/ui-message-schema'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import {
  answerSetup,
  isObject,
  type ScriptedLiveServer,
  type ServerConnection,
  startScriptedLiveServer,
} from '../support/scripted-live-server'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

const payment = {
  recipient: 'Hoshino Print K.K.',
  amount: 48_600,
  currency: 'JPY',
  account: 'studio ··4417',
  reference: 'INV-2231',
  when: '2026-11-27',
}

/** Requests a payment at any user input, and answers when it gets the result of a call. */
function model(connection: ServerConnection, message: unknown): void {
  answerSetup(connection, message)
  if (!isObject(message) || !('clientContent' in message)) return
  const words = JSON.stringify(message)
  if (words.includes('"turnComplete":false')) return
  if (words.includes('Pay it')) connection.send({ toolCall: { functionCalls: [{ id: 'call-1', name: 'process_payment', args: payment }] } })
  if (!words.includes('Result of process_payment')) return
  connection.send({ serverContent: { outputTranscription: { text: 'All settled.' } } })
  connection.send({ serverContent: { turnComplete: true } })
}

async function run(userDataFolder?: string): Promise<InProcessApp> {
  const environment = { GEMINI_API_KEY: 'a-key-for-tests' }
  const app = await startInProcess({ fixtures: [], environment, ...(userDataFolder !== undefined && { userDataFolder }) })
  cleanups.push(() => app.remove())
  return app
}

const told = (server: ScriptedLiveServer) =>
  server.connections
    .flatMap(({ received }) => received.map((frame) => JSON.stringify(frame)))
    .filter((frame) => frame.includes('Result of'))

it.each([
  [true, '\\"status\\":\\"done\\"'],
  [false, '\\"status\\":\\"denied\\"'],
] as const)(
  'an approval answered after a restart (allowed: %s) continues: the model gets the result once, and answers',
  async (approved, status) => {
    const server = await startScriptedLiveServer({ onMessage: model })
    cleanups.push(() => server.close())
    geminiAt(server.baseUrl)
    const before = await run()
    const { conversationId } = await before.call('conversation.create', null)
    await before.call('text.send', { conversationId, text: 'Pay it' })
    await before.until(() => before.told('approval.changed').length > 0)
    await before.stop()

    const after = await run(before.userDataFolder)
    await after.call('conversation.open', { conversationId })
    const [question] = (await after.call('app.bootstrap', null)).approvals
    if (question === undefined) throw new Error('the question is gone')
    const { approvalId, inputHash } = question
    await after.call('approval.decide', { approvalId, inputHash, approved })
    await after.until(() => after.told('stream.chunk').some(({ chunk }) => chunk.type === 'text-delta' && chunk.delta === 'All settled.'))
    expect(told(server)).toEqual([expect.stringContaining(status)])
    const { messages } = await after.call('conversation.open', { conversationId })
    const parts = messages.flatMap((message) => message.parts).map(({ type, state }) => `${type} ${String(state ?? '')}`)
    expect(parts.filter((part) => part.includes('tool'))).toEqual([`dynamic-tool ${approved ? 'output-available' : 'output-denied'}`])
  },
)

it('the reason why a call ended is worded in the language of the moment after a restart; the model got a text of its own', async () => {
  const server = await startScriptedLiveServer({ onMessage: model })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const before = await run()
  const { conversationId } = await before.call('conversation.create', null)
  await before.call('text.send', { conversationId, text: 'Pay it' })
  await before.until(() => before.told('approval.changed').length > 0)
  const [question] = (await before.call('app.bootstrap', null)).approvals
  await before.call('call.cancel', { conversationId, toolCallId: question?.toolCallId ?? '' })
  const received = () => server.connections.flatMap((connection) => connection.received.map((frame) => JSON.stringify(frame)))
  await before.until(() => received().some((frame) => frame.includes('The user stopped this call.')))
  await before.stop()

  const after = await run(before.userDataFolder)
  const { messages } = await after.call('conversation.open', { conversationId })
  const part = messages.flatMap((message) => uiMessageSchema.parse(message).parts).find(({ type }) => type === 'dynamic-tool')
  if (part?.type !== 'dynamic-tool' || part.state !== 'output-error') throw new Error('the call did not end')
  const { entries } = await after.call('audit.list', { kind: 'decided', limit: 1 })
  const [decided] = entries.map(({ event }) => (event.kind === 'decided' ? event.reason : null))
  for (const text of [errorOf(part), decided ?? '']) {
    expect(displayText(text, createTranslator('en'))).toBe('You stopped this call.')
    expect(displayText(text, createTranslator('ja'))).toBe('あなたが止めました。')
  }
})
