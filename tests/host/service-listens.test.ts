import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'

/** Frames of 20 ms: a voice by its level, and the pause that the service takes for an end. */
const VOICE = 0x20
const UTTERANCE = 30
const PAUSE = 30

let server: FixtureServer
let app: InProcessApp

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

async function start(fixtureName: string, speed: number): Promise<string> {
  server = await startFixtureServer({ fixture: await bundledFixture(fixtureName), speed })
  geminiAt(server.baseUrl)
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  await app.call('settings.update', { endOfSpeech: 'service' })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  await app.call('talk.handsFree', { on: true })
  await app.call('microphone.started', { talkId: talkId() })
  return conversationId
}

const talk = () => app.told('talk.state').at(-1)

function talkId(): string {
  const state = talk()
  if (state === undefined || state.phase === 'idle' || state.phase === 'open') throw new Error('no talk is on')
  return state.talkId
}

async function send(level: number, frames: number): Promise<void> {
  const pcm = new Uint8Array(640).fill(level)
  for (let frame = 0; frame < frames; frame += 1) await app.call('microphone.frame', { talkId: talkId(), pcm })
}

const answers = () => app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length

async function texts(conversationId: string): Promise<readonly string[]> {
  const { messages } = await app.call('conversation.open', { conversationId })
  return messages.map(({ role, parts }) => `${role}: ${parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')}`)
}

it('while Gemini detects pauses, one endless talk makes as many turns as there are utterances, and none has markers', async () => {
  const conversationId = await start('weather', 10)
  const [first, second] = recordedTurns(await bundledFixture('weather'))
  await send(0, 20)
  await send(VOICE, UTTERANCE)
  await send(0, PAUSE)
  await app.until(() => answers() === 1)
  expect(await texts(conversationId)).toEqual([`user: ${first?.userText}`, `assistant: ${first?.modelText}`])
  const only = talkId()
  await send(VOICE, UTTERANCE)
  await send(0, PAUSE)
  await app.until(() => answers() === 2)
  expect((await texts(conversationId))[2]).toBe(`user: ${second?.userText}`)
  expect(talk()).toMatchObject({ phase: 'listening', talkId: only })

  await app.call('talk.handsFree', { on: false })
  await app.call('microphone.ended', { talkId: only })
  expect(talk()).toEqual({ phase: 'idle' })
  await server.waitFor(() => JSON.stringify(server.received().at(-1)).includes('audioStreamEnd'))
  expect(JSON.stringify(server.received())).not.toContain('activity')
  expect(server.violations()).toEqual([])
})

it('while Gemini detects pauses, a voice ends the current answer', async () => {
  const conversationId = await start('interruption', 1)
  await send(VOICE, UTTERANCE)
  await send(0, PAUSE)
  await app.until(() => app.told('conversation.status').at(-1)?.activity === 'speaking')
  const interrupted = app.told('playback.pcm').at(-1)?.turnId
  await send(VOICE, 5)
  await app.until(() => app.told('playback.flush').length > 0)
  expect(app.told('playback.flush').map(({ turnId }) => turnId)).toEqual([interrupted])
  await send(VOICE, UTTERANCE)
  await send(0, PAUSE)
  await app.until(() => answers() === 2)
  expect((await texts(conversationId)).map((text) => text.split(':')[0])).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(server.violations()).toEqual([])
})
