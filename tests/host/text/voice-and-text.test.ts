import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultName } from '../../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../../src/main/replay/simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import type { JsonObject } from '../../../src/shared/lib/json'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'
import { hoshinoPayment } from '../../support/payment-approval'
import { beginTalk, endTalk, sayFrame } from '../../support/speak-to-app'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const payment = { functionCall: { id: 'call_1', name: 'process_payment', args: hoshinoPayment }, thoughtSignature: 'signature-A' }
const written = textRecording([
  words,
  chunk({ text: 'An invoice.', thought: true }, { text: 'I pay it. ' }),
  chunk(payment),
  finish(),
  answer('call_1'),
  says('It is paid.'),
  finish(),
  words,
  says('You are welcome.'),
  finish(),
  words,
  says('Bye.'),
  finish(),
])

let app: InProcessApp
let server: FixtureServer
let conversationId = ''

async function open(faults: readonly (FaultName | FaultChoice)[] = [], userDataFolder?: string): Promise<void> {
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text: written, speed: 50, faults })
  geminiAt(server.baseUrl)
  await restart(userDataFolder)
}

async function restart(userDataFolder?: string): Promise<void> {
  const kept = userDataFolder === undefined ? {} : { userDataFolder }
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, ...kept })
  if (userDataFolder === undefined) conversationId = (await app.call('conversation.create', null)).conversationId
  await app.call('conversation.open', { conversationId })
}

beforeEach(() => {
  conversationId = ''
})

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

const type = (text: string) => app.call('text.send', { conversationId, text })
const write = () => app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
const finished = () =>
  app
    .told('stream.chunk')
    .filter(({ role, chunk: { type: name, finishReason } }) => role === 'assistant' && name === 'finish' && finishReason !== 'tool-calls')
    .length
const phase = () => app.told('conversation.status').at(-1)?.session.phase
const bodies = (): readonly JsonObject[] =>
  server.received().flatMap(({ protocol, frame }) => (protocol === 'text' ? [objectOf(frame)] : []))
const live = (): string =>
  JSON.stringify(
    server
      .received()
      .filter(({ protocol }) => protocol === 'live')
      .map(({ frame }) => frame),
  )

function objectOf(frame: unknown): JsonObject {
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) throw new Error('no object')
  return Object.fromEntries(Object.entries(frame))
}

async function allow(editedInput?: JsonObject): Promise<void> {
  await app.until(() => app.told('approval.changed').at(-1)?.state === 'requested')
  const asked = app.told('approval.changed').at(-1)
  if (asked === undefined) throw new Error('nothing was asked')
  await app.call('approval.decide', { approvalId: asked.approvalId, inputHash: asked.inputHash, approved: true, editedInput })
}

async function speak(): Promise<void> {
  const before = finished()
  const talkId = await beginTalk(app)
  for (let count = 0; count < 100; count += 1) await sayFrame(app, talkId, 7)
  await endTalk(app, talkId)
  await app.until(() => finished() > before)
}

async function messages() {
  return (await app.call('conversation.open', { conversationId })).messages
}

describe('typed text for the text model', () => {
  it('runs its tools through the approval queue, with one continuation, in one message', async () => {
    await open()
    await write()
    await type('Pay the invoice')
    await allow()
    await app.until(() => finished() === 1)
    expect(bodies()).toHaveLength(2)
    expect(bodies()[1]?.contents).toMatchObject([
      { role: 'user', parts: [{ text: 'Pay the invoice' }] },
      { role: 'model', parts: [{ text: 'An invoice.', thought: true }, { text: 'I pay it. ' }, payment] },
      { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'process_payment', response: { status: 'done' } } }] },
    ])
    const [asked, told] = await messages()
    expect([asked?.role, told?.role]).toEqual(['user', 'assistant'])
    expect(told?.parts.map((part) => part.type)).toEqual(['step-start', 'reasoning', 'text', 'dynamic-tool', 'step-start', 'text'])
    expect(live()).toBe('[]')
    expect(server.violations()).toEqual([])
    expect(app.told('conversation.status').at(-1)).toMatchObject({
      activity: 'idle',
      model: 'gemini-3.8-flash',
      replyModality: 'text',
      usage: { input: { text: 5 }, output: { text: 7 } },
    })
  })

  it.each([
    ['conversation.create', undefined, false],
    ['conversation.create', true, true],
    ['conversation.createPrivate', true, false],
  ] as const)('of a %s with the setting %s is sent with store: %s', async (make, storeAtGoogle, store) => {
    await open()
    if (storeAtGoogle !== undefined) await app.call('settings.update', { storeAtGoogle })
    conversationId = (await app.call(make, null)).conversationId
    await app.call('conversation.open', { conversationId })
    await write()
    await type('Pay the invoice')
    await app.until(() => app.told('approval.changed').at(-1)?.state === 'requested')
    expect(bodies().map((body) => body.store)).toEqual([store])
  })

  it('then speech, then typed text again: each model gets everything from the other', async () => {
    await open()
    await write()
    await type('Pay the invoice')
    await allow()
    await app.until(() => finished() === 1)
    await speak()
    // the named model is that of the connection, whichever model answers typed text
    expect(app.told('conversation.status').at(-1)).toMatchObject({ model: expect.stringContaining('live'), replyModality: 'text' })
    expect(live()).toContain('Pay the invoice')
    expect(live()).toContain('It is paid.')
    expect(app.told('conversation.status').filter(({ session }) => session.phase === 'ready' && session.reseeded === true)).toEqual([])
    const spoken = await messages()
    const heard = JSON.stringify(spoken.slice(2))
    await type('Thanks')
    await app.until(() => finished() === 3)
    const contents = bodies().at(-1)?.contents
    expect(contents).toMatchObject([
      {},
      { role: 'model', parts: [{}, {}, payment] },
      { role: 'user' },
      { role: 'model', parts: [{ text: 'It is paid.' }] },
      { role: 'user' },
      { role: 'model' },
      { role: 'user', parts: [{ text: 'Thanks' }] },
    ])
    for (const message of spoken.slice(2)) {
      for (const part of message.parts)
        if (part.type === 'text' && typeof part.text === 'string')
          expect(JSON.stringify(contents)).toContain(JSON.stringify(part.text.trim()).slice(1, -1))
    }
    expect(heard).not.toBe('[]')
    expect(server.openConnections()).toBe(0)
    expect(server.violations()).toEqual([])
  })

  it('is answered in text after a restart too, with the whole history, signatures and all', async () => {
    await open()
    await write()
    await type('Pay the invoice')
    const paid = { ...hoshinoPayment, amount: 24_300 }
    await allow(paid)
    await app.until(() => finished() === 1)
    const told = bodies().at(-1)?.contents
    const { userDataFolder } = app
    await app.stop()
    await restart(userDataFolder)
    await type('Thanks')
    await app.until(() => finished() === 1)
    const contents = bodies().at(-1)?.contents
    expect(contents).toMatchObject([{}, { parts: [{}, {}, payment] }, {}, {}, { parts: [{ text: 'Thanks' }] }])
    // also that the user had changed the arguments, and what to say about it
    const response = { status: 'done', editedInput: paid, note: expect.stringContaining('changed the arguments') }
    const answered = { parts: [{ functionResponse: { id: 'call_1', response } }] }
    expect([Array.isArray(told) && told[2], Array.isArray(contents) && contents[2]]).toMatchObject([answered, answered])
    // and so does the speech after it
    await speak()
    expect(/the user changed it to process_payment\(.*?\), result/.exec(live())?.[0]).toContain(':24300')
    expect(server.violations()).toEqual([])
  })

  it('whose approval was still open at a restart continues when the user answers it', async () => {
    await open()
    await write()
    await type('Pay the invoice')
    await app.until(() => app.told('approval.changed').at(-1)?.state === 'requested')
    const asked = app.told('approval.changed').at(-1)
    const { userDataFolder } = app
    await app.stop()
    await restart(userDataFolder)
    await app.call('approval.decide', { approvalId: asked?.approvalId ?? '', inputHash: asked?.inputHash ?? '', approved: true })
    await app.until(() => finished() > 0 && phase() === 'ready' && bodies().length === 2)
    await app.until(() => app.told('stream.chunk').some(({ chunk: { delta } }) => delta === 'It is paid.'))
    expect(bodies()[1]?.contents).toMatchObject([
      {},
      { parts: [{}, {}, payment] },
      { parts: [{ functionResponse: { id: 'call_1', response: { status: 'done' } } }] },
    ])
    expect(server.violations()).toEqual([])
  })

  it('is answered after the user spoke while an approval of the text model was open: the Live model learns how it ended', async () => {
    await open()
    await write()
    await type('Pay the invoice')
    await app.until(() => app.told('approval.changed').at(-1)?.state === 'requested')
    await speak()
    expect(live()).toContain('its result is still to come')
    await allow()
    await app.until(() => live().includes('process_payment') && live().includes('done'))
    expect(server.violations()).toEqual([])
  })

  it('costs what it cost at the time: another model and a restart change nothing', async () => {
    await open()
    await write()
    await type('Pay the invoice')
    await allow()
    await app.until(() => finished() === 1)
    const cost = { dollars: (5 * 0.75 + 7 * 3.75) / 1_000_000, pricesOf: '2026-09-20' }
    const shown = () => app.told('conversation.status').at(-1)
    expect(shown()?.cost).toEqual(cost)
    expect((await messages()).at(-1)?.metadata).toMatchObject({
      cost: { model: 'gemini-3.8-flash', currency: 'USD', amount: cost.dollars, pricesOf: '2026-09-20' },
    })
    await app.call('settings.update', { textModel: 'gemini-without-prices' })
    await app.until(() => shown()?.model === 'gemini-without-prices')
    expect(shown()?.cost).toEqual(cost)
    const { userDataFolder } = app
    await app.stop()
    await restart(userDataFolder)
    expect((await app.call('conversation.open', { conversationId })).status.cost).toEqual(cost)
  })

  it('stops with the stop button: its text so far stays, and nothing works', async () => {
    await open([{ fault: 'text-stall', set: { after: 1 } }])
    await write()
    await type('Pay the invoice')
    await app.until(() => app.told('stream.chunk').some(({ chunk: { delta } }) => delta === 'I pay it. '))
    expect(app.told('conversation.status').at(-1)?.activity).toBe('thinking')
    await app.call('turn.interrupt', { conversationId })
    expect(finished()).toBe(1)
    expect(app.told('conversation.status').at(-1)).toMatchObject({ activity: 'idle', session: { phase: 'ready' } })
    expect((await messages()).at(-1)?.metadata).toMatchObject({ interrupted: true })
  })

  it('that speech interrupts keeps its text so far, and the Live model answers', async () => {
    await open([{ fault: 'text-stall', set: { after: 1 } }])
    await write()
    await type('Pay the invoice')
    await app.until(() => app.told('stream.chunk').some(({ chunk: { delta } }) => delta === 'I pay it. '))
    await speak()
    await app.until(() => finished() === 2)
    expect(live()).toContain('I pay it.')
    expect((await messages()).filter(({ role }) => role === 'assistant')).toHaveLength(2)
  })

  it('that fails for good says why with the button, and is complete after a retry', async () => {
    await open([{ fault: 'text-key-leaked', times: 1 }])
    await write()
    await type('Pay the invoice')
    await app.until(() => phase() === 'failed')
    expect(app.told('notice.shown').at(-1)).toMatchObject({ kind: 'session-failed', cause: 'key-refused' })
    await app.call('session.retry', { conversationId })
    await allow()
    await app.until(() => finished() > 0 && phase() === 'ready')
    expect(app.told('notice.gone').length).toBe(app.told('notice.shown').length)
  })

  it('that a key could not answer is answered with the next one, without further input', async () => {
    await open([{ fault: 'text-key-leaked', times: 1 }])
    await write()
    await type('Pay the invoice')
    await app.until(() => phase() === 'failed')
    await app.call('key.save', { key: 'another-key' })
    await allow()
    await app.until(() => finished() > 0 && phase() === 'ready')
    expect((await messages()).filter(({ role }) => role === 'user')).toHaveLength(1)
    expect(server.violations()).toEqual([])
  })

  it('goes to the Live model again as soon as the user says so', async () => {
    await open()
    await write()
    await app.call('conversation.replyModality', { conversationId, replyModality: 'voice' })
    await type('Hello')
    await app.until(() => finished() === 1)
    expect(bodies()).toEqual([])
    expect(app.told('conversation.status').at(-1)).toMatchObject({ model: 'gemini-3.8-live', replyModality: 'voice' })
  })

  it('goes where the settings say in conversations without a choice of their own', async () => {
    await open()
    await app.call('settings.update', { replyModality: 'text', textModel: 'gemini-3.7-flash' })
    await type('Pay the invoice')
    await app.until(() => app.told('approval.changed').length > 0)
    expect(bodies()).toHaveLength(1)
    expect(app.told('conversation.status').at(-1)).toMatchObject({ model: 'gemini-3.7-flash' })
  })
})

describe('without a key', () => {
  it('a recording of a text model answers typed text in text, with its sources', async () => {
    server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 1 })
    app = await startInProcess({ fixtures: [await bundledFixture('weather'), await bundledFixture('weather-text')], speed: 50 })
    conversationId = (await app.call('conversation.create', null)).conversationId
    await app.call('replay.choose', { conversationId, fixtureId: 'weather-text' })
    await type('What is the weather in Kyoto?')
    await app.until(() => finished() === 1)
    const told = (await messages()).at(-1)
    expect(told?.parts.map((part) => part.type)).toEqual(['step-start', 'text', 'source-url', 'source-url'])
    expect(app.told('playback.pcm')).toEqual([])
    await app.call('replay.choose', { conversationId, fixtureId: 'weather' })
    await speak()
    expect(app.told('playback.pcm').length).toBeGreaterThan(0)
  })
})
