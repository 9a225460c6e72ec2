import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'
import { finish, says, textRecording, words } from '../support/text-recording'

let app: InProcessApp
let server: FixtureServer

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

async function restart(userDataFolder?: string): Promise<void> {
  app = await startInProcess({
    fixtures: [],
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    ...(userDataFolder !== undefined && { userDataFolder }),
  })
}

const finished = () =>
  app
    .told('stream.chunk')
    .filter(({ role, chunk: { type, finishReason } }) => role === 'assistant' && type === 'finish' && finishReason !== 'tool-calls').length
const textsOf = (messages: readonly { readonly parts: readonly { readonly type: string; readonly text?: unknown }[] }[]) =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
const live = () =>
  JSON.stringify(
    server
      .received()
      .filter(({ protocol }) => protocol === 'live')
      .map(({ frame }) => frame),
  )

async function speak(): Promise<void> {
  const before = finished()
  const talkId = await beginTalk(app)
  for (let count = 0; count < 100; count += 1) await sayFrame(app, talkId, 7)
  await endTalk(app, talkId)
  await app.until(() => finished() > before)
}

it('speech and text are found after a restart, continue by voice with all of it, fork, are exported, wiped and imported', async () => {
  const text = textRecording([words, says('6万円で、**金沢**行きの切符です。'), finish(), words, says('Another way.'), finish()])
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50 })
  geminiAt(server.baseUrl)
  await restart()
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  await speak()
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  await app.call('text.send', { conversationId, text: '新幹線の切符を探して' })
  await app.until(() => finished() === 2)
  const before = (await app.call('conversation.open', { conversationId })).messages
  expect(before.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  const { userDataFolder } = app
  await app.stop()

  await restart(userDataFolder)
  const { hits } = await app.call('history.search', { text: '新幹線' })
  expect(hits).toMatchObject([{ conversationId, messageId: before[2]?.id }])
  expect((await app.call('conversation.open', { conversationId })).messages).toEqual(before)

  // the Live model gets the speech and text from before the restart
  const talked = live().length
  await speak()
  const sinceRestart = live().slice(talked)
  expect(sinceRestart).toContain('新幹線の切符を探して')
  expect(sinceRestart).toContain('金沢')
  const spoken = (await app.call('conversation.open', { conversationId })).messages
  expect(spoken.length).toBeGreaterThan(before.length)

  const asked = before[2]?.id ?? ''
  const so = finished()
  await app.call('branch.edit', { conversationId, messageId: asked, text: '飛行機の切符を探して' })
  await app.until(() => finished() > so)
  const forked = await app.call('conversation.open', { conversationId })
  expect(textsOf(forked.messages).slice(2)).toEqual(['飛行機の切符を探して', 'Another way.'])

  const file = await app.call('history.export', { conversationId: null, format: 'json' })
  if (file.kind !== 'text') throw new Error(`the page was given no file: ${file.kind}`)
  await app.call('storage.wipe', null)
  expect((await app.call('history.search', { text: '新幹線' })).hits).toEqual([])
  await expect(app.call('conversation.open', { conversationId })).rejects.toThrow('conversation-unknown')

  const bytes = new TextEncoder().encode(file.text)
  await app.call('history.importPiece', { first: true, bytes })
  expect(await app.call('history.import', null)).toMatchObject({ conversationIds: [conversationId] })
  const back = await app.call('conversation.open', { conversationId })
  expect(back.messages).toEqual(forked.messages)
  expect(back.forks).toEqual(forked.forks)
  expect((await app.call('branch.show', { conversationId, branch: 0 })).messages).toEqual(spoken)
  expect((await app.call('history.search', { text: '新幹線' })).hits).toMatchObject([{ conversationId, messageId: asked }])
  expect(server.violations()).toEqual([])
})
