import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { isJsonObject } from '../../src/shared/lib/json-value'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'
import { hoshinoPayment } from '../support/payment-approval'
import { answer, chunk, finish, says, textRecording, words } from '../support/text-recording'

const payment = { functionCall: { id: 'call_1', name: 'process_payment', args: hoshinoPayment }, thoughtSignature: 'signature-A' }
const recording = textRecording(
  [
    words,
    chunk(payment),
    finish(),
    answer('call_1'),
    says('It is paid.'),
    finish(),
    words,
    says('First.'),
    finish(),
    words,
    says('Second.'),
    finish(),
    words,
    says('Third.'),
    finish(),
  ],
  { repeat: false },
)

let app: InProcessApp
let server: FixtureServer

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

const restart = async (userDataFolder?: string) => {
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
const contents = (): unknown => {
  const frame = server.received().at(-1)?.frame
  return isJsonObject(frame) ? frame.contents : null
}
const textsOf = (messages: readonly { readonly parts: readonly { readonly type: string; readonly text?: unknown }[] }[]) =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))

describe('a conversation with text answers', () => {
  it('forks at an edit or a repeated request: the model gets its own branch, no call runs again, everything stays', async () => {
    server = await startFixtureServer({ fixture: await bundledFixture('weather'), text: recording, speed: 50 })
    geminiAt(server.baseUrl)
    await restart()
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('conversation.open', { conversationId })
    await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
    await app.call('text.send', { conversationId, text: 'Pay the invoice' })
    await app.until(() => app.told('approval.changed').at(-1)?.state === 'requested')
    const asked = app.told('approval.changed').at(-1)
    if (asked === undefined) throw new Error('nothing was asked')
    await app.call('approval.decide', { approvalId: asked.approvalId, inputHash: asked.inputHash, approved: true })
    await app.until(() => finished() === 1)
    await app.call('text.send', { conversationId, text: 'Tell me of rain' })
    await app.until(() => finished() === 2)
    const before = (await app.call('conversation.open', { conversationId })).messages
    expect(textsOf(before)).toEqual(['Pay the invoice', 'It is paid.', 'Tell me of rain', 'First.'])

    const edited = await app.call('branch.edit', { conversationId, messageId: before[2]?.id ?? '', text: 'Tell me of snow' })
    expect(textsOf(edited.messages)).toEqual(['Pay the invoice', 'It is paid.'])
    await app.until(() => finished() === 3)
    expect(contents()).toMatchObject([
      { role: 'user', parts: [{ text: 'Pay the invoice' }] },
      { role: 'model', parts: [payment] },
      { role: 'user', parts: [{ functionResponse: { id: 'call_1' } }] },
      { role: 'model', parts: [{ text: 'It is paid.' }] },
      { role: 'user', parts: [{ text: 'Tell me of snow' }] },
    ])
    const forked = await app.call('conversation.open', { conversationId })
    expect(textsOf(forked.messages).slice(2)).toEqual(['Tell me of snow', 'Second.'])

    await app.call('branch.again', { conversationId, messageId: forked.messages[3]?.id ?? '' })
    await app.until(() => finished() === 4)
    expect(contents()).toMatchObject([{}, {}, {}, {}, { role: 'user', parts: [{ text: 'Tell me of snow' }] }])
    expect(contents()).toHaveLength(5)
    const again = await app.call('conversation.open', { conversationId })
    expect(textsOf(again.messages).slice(2)).toEqual(['Tell me of snow', 'Third.'])
    expect(again.forks).toEqual([
      { after: before[1]?.id, branches: [0, 1], shown: 1 },
      { after: again.messages[2]?.id, branches: [1, 2], shown: 1 },
    ])
    // the payment is approved and run once, whatever happened to the thread
    expect(app.told('approval.changed').filter(({ state }) => state === 'requested')).toHaveLength(1)

    const { userDataFolder } = app
    await app.stop()
    await restart(userDataFolder)
    const kept = await app.call('conversation.open', { conversationId })
    expect(textsOf(kept.messages)).toEqual(textsOf(again.messages))
    expect(kept.forks).toEqual(again.forks)
    expect(textsOf((await app.call('branch.show', { conversationId, branch: 0 })).messages)).toEqual(textsOf(before))
    const found = await app.call('branch.find', { conversationId, messageId: forked.messages[3]?.id ?? '' })
    expect(textsOf(found.messages).at(-1)).toBe('Second.')
    await expect(app.call('branch.begin', { conversationId, messageId: 'gone' })).rejects.toThrow('message-unknown')
    expect(textsOf((await app.call('conversation.open', { conversationId })).messages).at(-1)).toBe('Second.')
  })
})
