import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { attachmentIdOf } from '../../../src/shared/attachments/attachment'
import type { JsonObject } from '../../../src/shared/lib/json'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { filesHolding } from '../../support/files-holding'
import { bundledFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'
import { attach, wavFile } from '../../support/sample-files'
import { finish, says, textRecording, words } from '../../support/text-recording'

let app: InProcessApp
let server: FixtureServer
let conversationId = ''

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

async function open(call: 'conversation.create' | 'conversation.createPrivate' = 'conversation.create'): Promise<void> {
  const text = textRecording([words, says('It is paid.'), finish()])
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50 })
  geminiAt(server.baseUrl)
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  conversationId = (await app.call(call, null)).conversationId
  await app.call('conversation.open', { conversationId })
}

const pictures = (on: boolean) => app.call('conversation.pictures', { conversationId, on })
const finished = () => app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length
const status = () => app.told('conversation.status').at(-1)
const messages = async () => (await app.call('conversation.open', { conversationId })).messages
const bodies = (): readonly JsonObject[] => server.received().flatMap(({ frame }) => (isBody(frame) ? [frame] : []))
const isBody = (frame: unknown): frame is JsonObject => typeof frame === 'object' && frame !== null && 'contents' in frame

async function send(text: string): Promise<void> {
  const before = finished()
  await app.call('text.send', { conversationId, text })
  await app.until(() => finished() > before)
}

/** The attachment in which an answer's image is stored. */
async function keptPicture(): Promise<string> {
  const file = (await messages()).flatMap(({ parts }) => parts).find((part) => part.type === 'file')
  const attachmentId = typeof file?.url === 'string' ? attachmentIdOf(file.url) : null
  if (attachmentId === null) throw new Error(`no picture was kept: ${JSON.stringify(file)}`)
  return attachmentId
}

describe('typed text with images requested', () => {
  it('goes to the image model without tools and instruction; text and image come back, and the image is stored', async () => {
    await open()
    await pictures(true)
    expect(status()).toMatchObject({ pictures: true, replyModality: 'voice', model: 'gemini-nano-banana-2.1' })
    await send('Draw a disc.')
    expect(bodies()).toEqual([
      {
        contents: [{ role: 'user', parts: [{ text: 'Draw a disc.' }] }],
        generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
        store: false,
      },
    ])
    const answer = (await messages()).at(-1)
    expect(answer?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'Here is the picture.' },
      { type: 'file', mediaType: 'image/png' },
    ])
    expect(answer?.metadata).toMatchObject({ cost: { model: 'gemini-nano-banana-2.1', pricesOf: '2026-11-29' } })
    const { bytes } = await app.call('attachment.read', { conversationId, attachmentId: await keptPicture(), from: 0 })
    expect(Buffer.from(bytes).subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(server.violations()).toEqual([])
  })

  it('includes the earlier images with their signatures, even after a restart', async () => {
    await open()
    await pictures(true)
    await send('Draw a disc.')
    await send('Make it blue.')
    const { userDataFolder } = app
    await app.stop()
    app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
    await app.call('conversation.open', { conversationId })
    await pictures(true)
    await send('And larger.')
    const [, second, third] = bodies()
    const drawn = {
      role: 'model',
      parts: [{ thoughtSignature: expect.any(String) }, { inlineData: {}, thoughtSignature: expect.any(String) }],
    }
    expect(second?.contents).toMatchObject([{ role: 'user' }, drawn, { role: 'user', parts: [{ text: 'Make it blue.' }] }])
    expect(third?.contents).toMatchObject([{}, drawn, {}, drawn, { parts: [{ text: 'And larger.' }] }])
    expect(server.violations()).toEqual([])
  })

  it('goes to the text model again, with its tools, once images are turned off', async () => {
    await open()
    await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
    await pictures(true)
    await send('Draw a disc.')
    await pictures(false)
    expect(status()).toMatchObject({ pictures: false, model: 'gemini-3.8-flash' })
    await send('Pay the invoice.')
    const last = bodies().at(-1)
    expect(last?.generationConfig).not.toHaveProperty('responseModalities')
    expect(JSON.stringify(last?.tools)).toContain('process_payment')
    expect((await messages()).at(-1)?.metadata).toMatchObject({ cost: { model: 'gemini-3.8-flash' } })
    expect(server.violations()).toEqual([])
  })

  it('costs the price of the model that was asked, even if images are turned off before the answer is there', async () => {
    await open()
    await pictures(true)
    await app.call('text.send', { conversationId, text: 'Draw a disc.' })
    await pictures(false)
    await app.until(() => finished() === 1)
    expect((await messages()).at(-1)?.metadata).toMatchObject({ cost: { model: 'gemini-nano-banana-2.1' } })
  })

  it('goes to the Live model again if that answered before, which gets the history', async () => {
    await open()
    await pictures(true)
    await send('Draw a disc.')
    await pictures(false)
    await send('Hello')
    expect(bodies()).toHaveLength(1)
    expect(JSON.stringify(server.received())).toContain('[made: picture.png]')
    expect(status()?.model).toBe('gemini-3.8-live')
  })

  it('in a private conversation leaves no image on the disk', async () => {
    await open('conversation.createPrivate')
    await pictures(true)
    await send('Draw a disc.')
    await keptPicture()
    await app.stop()
    expect(['IHDR', 'Draw a disc.'].map((text) => filesHolding(app.userDataFolder, text))).toEqual([[], []])
  })

  it('fails with the model’s name if it makes no images, and succeeds with another one', async () => {
    await open()
    await app.call('settings.update', { imageModel: 'gemini-3.8-flash' })
    await pictures(true)
    await app.call('text.send', { conversationId, text: 'Draw a disc.' })
    await app.until(() => status()?.session.phase === 'failed')
    expect(status()).toMatchObject({ model: 'gemini-3.8-flash', session: { cause: 'model-without-pictures' } })
    await app.call('settings.update', { imageModel: 'gemini-3-pro-image' })
    await app.call('session.retry', { conversationId })
    await app.until(() => finished() === 1)
    expect((await messages()).filter(({ role }) => role === 'user')).toHaveLength(1)
    expect((await messages()).at(-1)?.metadata).toMatchObject({ cost: { model: 'gemini-3-pro-image', amount: null } })
  })

  it('is refused with a sound file, which stays in the draft', async () => {
    await open()
    await pictures(true)
    const { attachmentId } = await attach(app, conversationId, 'note.wav', wavFile())
    const sent = app.call('text.send', { conversationId, text: 'Draw this.', attachmentIds: [attachmentId] })
    await expect(sent).rejects.toThrow('attachment-not-with-pictures')
    expect((await app.call('draft.read', { conversationId })).attachments).toHaveLength(1)
  })

  it('can’t be sent without a key', async () => {
    server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 50 })
    app = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 50 })
    conversationId = (await app.call('conversation.create', null)).conversationId
    const { status: before } = await app.call('conversation.open', { conversationId })
    expect(before.pictures).toBeUndefined()
    await pictures(true)
    await app.call('text.send', { conversationId, text: 'Hello' })
    await app.until(() => finished() === 1)
    expect(status()?.pictures).toBeUndefined()
  })
})
