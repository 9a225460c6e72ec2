import { afterEach, describe, expect, it } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'

let app: InProcessApp | null = null

afterEach(() => app?.remove())

async function begin(...names: readonly string[]) {
  const running = await startInProcess({ fixtures: await Promise.all(names.map(bundledFixture)), speed: 50 })
  app = running
  const { conversationId } = await running.call('conversation.create', null)
  const notices = async () => {
    const { notices: shown } = await running.call('app.bootstrap', null)
    return shown.map(({ kind, detail }) => ({ kind, detail }))
  }
  const messages = async () => (await running.call('conversation.open', { conversationId })).messages
  return { running, conversationId, notices, messages }
}

const answers = (running: InProcessApp) =>
  running.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length

async function say(running: InProcessApp): Promise<void> {
  const talkId = await beginTalk(running)
  for (let frame = 0; frame < 40; frame += 1) await sayFrame(running, talkId, 7)
  await endTalk(running, talkId)
}

const textOf = (parts: readonly { readonly type: string; readonly text?: unknown }[]) =>
  parts
    .map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''))
    .join('')
    .trim()

describe('what the demo does not understand', () => {
  it('is shown as sound when it was spoken, and gets neither words nor an answer', async () => {
    const { running, notices, messages } = await begin('weather', 'payment')
    await say(running)
    await running.until(() => running.told('notice.shown').length > 0)
    expect(await notices()).toEqual([{ kind: 'not-heard', detail: '' }])
    const [spoken, ...others] = await messages()
    expect(others.filter(({ parts }) => textOf(parts) !== '')).toEqual([])
    expect(spoken).toMatchObject({ role: 'user', parts: [{ type: 'data-speech', data: { shown: true } }] })
    expect(textOf(spoken?.parts ?? [])).toBe('')
  })

  it('is not answered when it was typed, until a sentence of the demo is sent', async () => {
    const { running, conversationId, notices, messages } = await begin('weather', 'payment')
    await running.call('text.send', { conversationId, text: 'Book me a table' })
    await running.until(() => running.told('conversation.status').at(-1)?.activity === 'idle')
    expect(await notices()).toEqual([{ kind: 'not-recorded', detail: '' }])
    expect((await messages()).filter(({ parts, role }) => role === 'assistant' && textOf(parts) !== '')).toEqual([])
    await running.call('text.send', { conversationId, text: 'Pay the Hoshino Print invoice from the studio account.' })
    await running.until(() => running.told('approval.changed').length > 0)
    expect(await notices()).toEqual([])
  })
})

describe('a sentence of the demo that the user picked', () => {
  it('counts as said, and a notice names the recording that plays', async () => {
    const { running, conversationId, notices, messages } = await begin('weather', 'payment')
    await running.call('replay.choose', { conversationId, fixtureId: 'payment' })
    await say(running)
    await running.until(() => running.told('approval.changed').length > 0)
    expect(textOf((await messages())[0]?.parts ?? [])).toBe('Pay the Hoshino Print invoice from the studio account.')
    expect(await notices()).toEqual([{ kind: 'not-heard', detail: 'payment' }])
  })

  it('is not replaced by that of another recording when it is in writing', async () => {
    const { running, conversationId, notices, messages } = await begin('greeting', 'weather-text')
    await running.call('replay.choose', { conversationId, fixtureId: 'weather-text' })
    await say(running)
    await running.until(() => running.told('notice.shown').length > 0)
    expect(await notices()).toEqual([{ kind: 'not-heard', detail: '' }])
    expect((await messages()).map(({ parts }) => textOf(parts)).join('')).toBe('')
  })
})

it('one recording alone answers whatever is said', async () => {
  const { running, notices } = await begin('weather')
  await say(running)
  await running.until(() => answers(running) > 0)
  expect(await notices()).toEqual([])
})
