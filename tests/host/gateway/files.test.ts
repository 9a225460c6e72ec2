import { HttpAgent } from '@ag-ui/client'
import { fetchServerSentEvents } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import { attachmentsOf } from '../../../src/shared/attachments/attachment-part'
import type { UIPart } from '../../../src/shared/protocol/ui-message'
import { chatWith, expectValid, textOf } from '../../support/chat-hook'
import { answeringService, startGateway } from '../../support/gateway-rig'
import { pdfFile, wavFile } from '../../support/sample-files'
import { finish, says, textRecording, words } from '../../support/text-recording'

const reads = textRecording([words, says('I see.'), finish()])
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const notes = Buffer.from('\ufeffÜber Tee', 'utf8')

test('documents, text and sound of useChat reach the model and the thread like those attached in the window; a mislabelled one is refused', async () => {
  const { asked, wishes } = await answeringService(reads)
  const rig = await startGateway(wishes)
  const { hook } = chatWith(rig)
  const file = (mediaType: string, bytes: Uint8Array, filename?: string) => ({
    ...{ type: 'file' as const, mediaType, url: `data:${mediaType};base64,${base64(bytes)}` },
    ...(filename !== undefined && { filename }),
  })
  await hook.current().sendMessage({
    text: 'What is in these?',
    files: [file('application/pdf', pdfFile(), '../invoice.pdf'), file('text/csv', notes, 'notes.csv'), file('audio/x-wav', wavFile())],
  })
  expect(textOf(hook.current().messages.at(-1))).toBe('I see.')
  await expectValid(hook.current())
  const told = JSON.stringify(asked()[0])
  for (const part of [
    { inlineData: { mimeType: 'application/pdf', data: base64(pdfFile()) } },
    { inlineData: { mimeType: 'audio/wav', data: base64(wavFile()) } },
  ])
    expect(told).toContain(JSON.stringify(part))
  expect(told).toContain(base64(Buffer.from('Über Tee')))
  const conversationId = rig.app.told('stream.chunk')[0]?.conversationId ?? ''
  const { messages } = await rig.app.call('conversation.open', { conversationId })
  const shown = attachmentsOf((messages[0]?.parts ?? []) as unknown as readonly UIPart[])
  expect(shown.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([
    ['invoice.pdf', 'application/pdf'],
    ['notes.csv', 'text/plain'],
    ['sound.wav', 'audio/wav'],
  ])

  await hook.current().sendMessage({ files: [file('application/pdf', wavFile(), 'invoice.pdf')] })
  const failed = await hook.until(({ status }) => status === 'error')
  expect(failed.error?.message).toContain('invoice.pdf was sent as application/pdf, and is audio/wav')
  // a Live model accepts no documents, and says so here as in the window
  await rig.app.call('conversation.replyModality', { conversationId, replyModality: 'voice' })
  await hook.current().sendMessage({ files: [file('application/pdf', pdfFile(), 'invoice.pdf')] })
  const refused = await hook.until(({ status, error }) => status === 'error' && error !== failed.error)
  expect(refused.error?.message).toContain("it can't be given invoice.pdf")
  expect(asked()).toHaveLength(1)
})

test('the AG-UI agent and the older TanStack client send documents alike', async () => {
  const { asked, wishes } = await answeringService(reads)
  const rig = await startGateway(wishes)
  const source = { type: 'data', value: base64(pdfFile()), mimeType: 'application/pdf' } as const
  const agent = new HttpAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'agent' })
  agent.addMessage({ id: 'u1', role: 'user', content: [{ type: 'document', source, metadata: { filename: 'lease.pdf' } }] })
  await agent.runAgent()
  expect(agent.messages.at(-1)?.content).toBe('I see.')
  const older = fetchServerSentEvents(`${rig.url}/api/tanstack/chat`, { headers: { ...rig.headers } })
  const content = [
    { type: 'text' as const, content: 'And this?' },
    { type: 'document' as const, source: { type: 'data' as const, value: source.value }, metadata: { mimeType: source.mimeType } },
  ]
  for await (const told of older.connect([{ role: 'user', content }], {})) if (told.type === 'error') throw new Error(told.error.message)
  const inline = JSON.stringify({ inlineData: { mimeType: 'application/pdf', data: source.value } })
  expect(asked().map((request) => JSON.stringify(request).includes(inline))).toEqual([true, true])
  expect(JSON.stringify(asked()[0])).toContain('lease.pdf')
})
