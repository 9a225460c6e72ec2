import { request as forward } from 'node:http'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, expect, test } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { STORE_FILE } from '../../src/main/storage/database/open-store'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'
import { httpServer } from '../support/http-server'
import { attach, pdfFile, pngFile } from '../support/sample-files'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'
import { chunk, finish, says, textRecording, words } from '../support/text-recording'

let app: InProcessApp
let server: FixtureServer
let conversationId = ''

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

const answering = textRecording([words, says('A red square.'), finish()])

/** Opens a conversation with text answers, at a service whose next uploads are refused with these. */
async function open(refusals: { readonly code: number; readonly status: string }[] = [], text = answering): Promise<void> {
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50 })
  const { baseUrl } = server
  const service = await httpServer((request, response) => {
    const refusal = request.url?.includes('/upload/') === true ? refusals.shift() : undefined
    if (refusal !== undefined) {
      request.resume()
      const error = { ...refusal, message: 'Not now.' }
      response.writeHead(refusal.code, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return
    }
    const { method } = request
    const headers = { ...request.headers, host: new URL(baseUrl).host }
    const onward = forward(new URL(request.url ?? '/', baseUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  geminiAt(refusals.length > 0 ? `${service}${new URL(baseUrl).pathname}` : baseUrl)
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  conversationId = (await app.call('conversation.create', null)).conversationId
  await app.call('conversation.open', { conversationId })
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
}

const finished = () => app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length
const phase = () => app.told('conversation.status').at(-1)?.session.phase
const messages = async () => (await app.call('conversation.open', { conversationId })).messages
const received = (protocol: 'text' | 'live') =>
  server.received().flatMap((one) => (one.protocol === protocol ? [JSON.stringify(one.frame)] : []))
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

async function send(text: string, ...attachmentIds: readonly string[]): Promise<void> {
  const before = finished()
  await app.call('text.send', { conversationId, text, attachmentIds: [...attachmentIds] })
  await app.until(() => finished() > before)
}

test('a file that the service refuses says why and stays in the thread; a retry after a busy service succeeds, and it arrives once', async () => {
  await open([
    { code: 403, status: 'PERMISSION_DENIED' },
    { code: 503, status: 'UNAVAILABLE' },
  ])
  const large = await attach(app, conversationId, 'book.pdf', pdfFile('', 13 * 1024 * 1024))
  await app.call('text.send', { conversationId, text: 'Read this.', attachmentIds: [large.attachmentId] })
  await app.until(() => phase() === 'failed')
  expect(app.told('notice.shown').at(-1)).toMatchObject({ kind: 'session-failed', cause: 'key-refused' })
  const asked = await messages()
  expect(asked).toMatchObject([{ role: 'user', parts: [{ type: 'file' }, { type: 'text', text: 'Read this.' }] }])
  expect(received('text')).toEqual([])

  await app.call('session.retry', { conversationId })
  await app.until(() => finished() > 0 && phase() === 'ready')
  expect(await messages()).toMatchObject([asked[0], { role: 'assistant', parts: [{}, { text: 'A red square.' }] }])
  expect(received('text')).toEqual([expect.stringContaining('"fileData"')])
  expect(server.uploaded()).toEqual([{ mimeType: 'application/pdf', bytes: large.bytes }])
  expect(server.violations()).toEqual([])
})

test('an image is sent to another text model too, and from there to the Live model', async () => {
  await open()
  const png = pngFile(5, 3)
  const { attachmentId } = await attach(app, conversationId, 'square.png', png)
  await send('What is this?', attachmentId)
  await app.call('settings.update', { textModel: 'gemini-2.5-flash' })
  await send('And its colour?')
  expect(received('text').map((body) => body.includes(base64(png)))).toEqual([true, true])

  const before = finished()
  const talkId = await beginTalk(app)
  for (let count = 0; count < 100; count += 1) await sayFrame(app, talkId, 7)
  await endTalk(app, talkId)
  await app.until(() => finished() > before)
  const told = received('live').join()
  expect(told).toContain(base64(png))
  expect(told).toContain('And its colour?')
  expect(server.violations()).toEqual([])
})

test('while the disk is full a file is refused with a message, and an image that a model made stays in its message', async () => {
  const made = { inlineData: { mimeType: 'image/png', data: base64(pngFile(4, 4)) } }
  await open([], textRecording([words, chunk({ text: 'Here:' }, made), finish()]))
  const other = new Database(join(app.userDataFolder, STORE_FILE))
  other.exec('BEGIN IMMEDIATE')
  await expect(attach(app, conversationId, 'notes.txt', Buffer.from('Room 14'))).rejects.toThrow('attachment-not-stored')
  expect((await app.call('draft.read', { conversationId })).attachments).toEqual([])
  await send('Draw a square.')
  other.exec('ROLLBACK')
  other.close()
  await app.until(() => app.told('notice.gone').length === app.told('notice.shown').length)
  const { userDataFolder } = app
  await app.stop()
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
  const parts = (await messages()).flatMap((message) => message.parts)
  expect(parts).toContainEqual(expect.objectContaining({ type: 'file', url: `data:image/png;base64,${made.inlineData.data}` }))
  expect((await attach(app, conversationId, 'notes.txt', Buffer.from('Room 14'))).fileName).toBe('notes.txt')
}, 120_000)
