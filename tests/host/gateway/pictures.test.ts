import { HttpAgent } from '@ag-ui/client'
import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { fetchServerSentEvents as olderConnection } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import type { GatewayLimits } from '../../../src/main/gateway/gateway-limits'
import type { Fixture } from '../../../src/shared/fixtures/fixture'
import { chatWith, expectValid, textOf } from '../../support/chat-hook'
import { answeringService, startGateway } from '../../support/gateway-rig'
import { onePixel, pictureBomb, shownPicture } from '../../support/pictures'
import { runHook } from '../../support/react-hook'
import { chunk, finish, says, textRecording, words } from '../../support/text-recording'

async function startBeforeService(recording: Fixture, limits: Partial<GatewayLimits> = {}) {
  const { asked, wishes } = await answeringService(recording)
  return { rig: await startGateway({ ...wishes, limits }), asked }
}

const sees = textRecording([words, says('A dot.'), finish()])
const url = `data:image/png;base64,${onePixel}`
const picture = (address: string, mediaType = 'image/png') => ({ type: 'file' as const, mediaType, url: address })
const asksAbout = (text: string | null) => ({
  contents: [
    {
      role: 'user',
      parts: [
        { inlineData: { mimeType: 'image/png', data: onePixel } },
        { text: `${text === null ? '' : `${text}\n`}[attached: picture.png]` },
      ],
    },
  ],
})

test('an image that useChat sends, with text and without, is shown to the model and in the thread; a broken, referenced, too large or surplus one is refused', async () => {
  const { rig, asked } = await startBeforeService(sees)
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'What is this?', files: [picture(url)] })
  expect(textOf(hook.current().messages.at(-1))).toBe('A dot.')
  expect(asked()[0]).toMatchObject(asksAbout('What is this?'))
  const shown = rig.app.told('stream.chunk').find(({ role, chunk: told }) => role === 'user' && told.type === 'file')
  if (shown?.chunk.type !== 'file') throw new Error('no picture was shown')
  expect(await shownPicture(rig.app, shown.conversationId, shown.chunk.url)).toBe(onePixel)
  const silent = chatWith(rig, 'chat 2')
  await silent.hook.current().sendMessage({ files: [picture(url)] })
  expect(textOf(silent.hook.current().messages.at(-1))).toBe('A dot.')
  expect(asked()[1]).toMatchObject(asksAbout(null))
  const wrong = [
    picture('data:application/pdf;base64,JVBERi0=', 'application/pdf'),
    picture('https://example.com/a.png'),
    picture(`data:image/png;base64,${pictureBomb}`),
    ...Array.from({ length: 11 }, () => picture(url)),
  ]
  for (const files of [[wrong[0]], [wrong[1]], [wrong[2]], wrong.slice(3)]) {
    const response = await fetch(`${rig.url}/api/chat`, {
      method: 'POST',
      headers: { ...rig.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: 'chat 3',
        messages: [{ id: 'u1', role: 'user', parts: [...files, { type: 'text', text: 'And this?' }] }],
      }),
    })
    expect([response.status, (await response.json()).error.code]).toEqual([415, 'files'])
  }
  expect(asked()).toHaveLength(2)
})

test('the AG-UI agent, TanStack’s useChat and the older TanStack client send images alike, and get the reason of a refusal', async () => {
  const { rig, asked } = await startBeforeService(sees)
  const data = { type: 'data', value: onePixel, mimeType: 'image/png' } as const
  const question = { type: 'text', text: 'What is this?' } as const
  const api = `${rig.url}/api/ag-ui`
  const agent = new HttpAgent({ url: api, headers: { ...rig.headers }, threadId: 'agent' })
  agent.addMessage({ id: 'u1', role: 'user', content: [question, { type: 'image', source: data }] })
  await agent.runAgent()
  expect(agent.messages.at(-1)?.content).toBe('A dot.')
  expect(asked()[0]).toMatchObject(asksAbout('What is this?'))
  agent.addMessage({ id: 'u2', role: 'user', content: [{ type: 'document', source: { ...data, mimeType: 'application/pdf' } }] })
  const problems: string[] = []
  agent.subscribe({ onRunErrorEvent: ({ event }) => void problems.push(event.message) })
  await agent.runAgent().catch(() => undefined)
  expect(problems.join()).toContain('A file was sent as application/pdf, and is image/png')

  const connection = fetchServerSentEvents(api, { headers: { ...rig.headers } })
  const hook = runHook(() => useChat({ connection, threadId: 'hook' }))
  await hook.current().sendMessage({ content: [{ type: 'image', source: data }] })
  const seen = await hook.until(({ status, messages }) => status === 'ready' && messages.length === 2)
  expect(seen.messages.at(-1)?.parts).toMatchObject([{ type: 'text', content: 'A dot.' }])
  expect(asked()[1]).toMatchObject(asksAbout(null))

  const older = olderConnection(`${rig.url}/api/tanstack/chat`, { headers: { ...rig.headers } })
  const told = async (value: string) => {
    const chunks = []
    const content = [question.text, value].map((part, index) =>
      index === 0 ? { type: 'text' as const, content: part } : { type: 'image' as const, source: { type: 'data' as const, value: part } },
    )
    for await (const one of older.connect([{ role: 'user', content }], {})) chunks.push(one)
    return chunks
  }
  expect((await told(onePixel)).find(({ type }) => type === 'content')).toMatchObject({ content: 'A dot.' })
  expect(asked()[2]).toMatchObject(asksAbout('What is this?'))
  expect((await told(pictureBomb))[0]).toMatchObject({
    type: 'error',
    error: { message: expect.stringContaining('50000 × 50000 pixels') },
  })
  expect(asked()).toHaveLength(3)
})

test('an image that a model makes reaches useChat as bytes, in the stream and when it is resumed', async () => {
  const made = Buffer.concat([Buffer.from(onePixel, 'base64'), Buffer.alloc(200_000)]).toString('base64')
  const drawing = textRecording([words, says('Here.'), chunk({ inlineData: { mimeType: 'image/png', data: made } }), finish()])
  // the image alone is larger than the send buffer
  const { rig } = await startBeforeService(drawing, { unsentBytes: 20_000 })
  const shown = { mediaType: 'image/png', url: `data:image/png;base64,${made}` }
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Draw a dot.' })
  const fileOf = () =>
    hook
      .current()
      .messages.at(-1)
      ?.parts.find(({ type }) => type === 'file')
  expect(fileOf()).toMatchObject(shown)
  await hook.current().resumeStream()
  expect(fileOf()).toMatchObject(shown)
  expect(hook.current().error).toBeUndefined()
  await expectValid(hook.current())
})

test('Parley’s refusal of a message reaches useChat with its text, and the message is not stored', async () => {
  const { rig, asked } = await startBeforeService(sees, { bodyBytes: 16 * 1024 * 1024 })
  const large = Buffer.concat([Buffer.from(onePixel, 'base64'), Buffer.alloc(7_400_000)]).toString('base64')
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Hello.' })
  const conversationId = rig.app.told('stream.chunk')[0]?.conversationId ?? ''
  await rig.app.call('conversation.replyModality', { conversationId, replyModality: 'voice' })
  await hook.current().sendMessage({ files: [picture(`data:image/png;base64,${large}`)] })
  const failed = await hook.until(({ status }) => status === 'error')
  expect(JSON.parse(failed.error?.message ?? '{}')).toMatchObject({
    error: { code: 'attachment-too-large-for-voice', message: expect.stringContaining('picture.png is too large for the voice model') },
  })
  expect(asked()).toHaveLength(1)
  expect((await rig.app.call('conversation.open', { conversationId })).messages).toHaveLength(2)
})

test('useChat gets its last message answered again, or edited, with the images and without the earlier answer', async () => {
  const { rig, asked } = await startBeforeService(sees)
  const { hook } = chatWith(rig)
  const contents = () => JSON.stringify((asked().at(-1) as { readonly contents: unknown }).contents)
  await hook.current().sendMessage({ text: 'Hello.' })
  await hook.current().sendMessage({ text: 'What is this?', files: [picture(url)] })
  await hook.current().regenerate()
  expect(hook.current().messages.map(textOf)).toEqual(['Hello.', 'A dot.', 'What is this?', 'A dot.'])
  expect(JSON.parse(contents())).toHaveLength(3)
  expect(contents()).toContain(onePixel)
  const question = hook.current().messages[2]
  await hook.current().sendMessage({ text: 'Is it black?', files: [picture(url)], messageId: question?.id ?? '' })
  expect(hook.current().messages.map(textOf)).toEqual(['Hello.', 'A dot.', 'Is it black?', 'A dot.'])
  expect(JSON.parse(contents())).toHaveLength(3)
  expect(contents()).toContain(onePixel)
  expect(contents()).not.toContain('What is this?')
  expect(hook.current().error).toBeUndefined()
  await expectValid(hook.current())
  const conversationId = rig.app.told('stream.chunk')[0]?.conversationId ?? ''
  const { messages, forks } = await rig.app.call('conversation.open', { conversationId })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(forks.map(({ branches }) => branches.length)).toEqual([2])
  expect(rig.app.told('conversation.rewound')).toEqual([{ conversationId }, { conversationId }])
})
