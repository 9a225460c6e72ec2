import { expect, onTestFinished, test } from 'vitest'
import { startFixtureServer } from '../../../src/main/fixtures/fixture-server'
import { answering, calls, chatWith, expectValid, settled, textOf } from '../../support/chat-hook'
import { modelCall, payment, startGateway } from '../../support/gateway-rig'
import { geminiAt } from '../../support/gemini-at'
import { onePixel, pictureBomb, shownPicture } from '../../support/pictures'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const pays = textRecording([words, chunk(modelCall('pay', 'process_payment', payment)), finish(), answer('pay'), says('Done.'), finish()])

test('two chats at once: each is asked its own question, an answer to one moves the other not, and both end', async () => {
  const rig = await startGateway({ fixtures: [pays] })
  const [one, other] = [chatWith(rig, 'one'), chatWith(rig, 'other')]
  await Promise.all([one.hook.current().sendMessage({ text: 'Pay it.' }), other.hook.current().sendMessage({ text: 'Pay it too.' })])
  const asked = [one, other].map(({ hook }) => calls(hook.current())[0])
  const [first, second] = asked
  if (first?.state !== 'approval-requested' || second?.state !== 'approval-requested') throw new Error('nothing was asked')
  expect(first.approval.id).not.toBe(second.approval.id)
  await other.hook.current().addToolApprovalResponse({ id: second.approval.id, approved: true })
  const paid = await other.hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
  expect(calls(paid).map(({ state }) => state)).toEqual(['output-available'])
  expect(calls(one.hook.current()).map(({ state }) => state)).toEqual(['approval-requested'])
  await one.hook.current().addToolApprovalResponse({ id: first.approval.id, approved: false })
  const refused = await one.hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
  expect(calls(refused).map(({ state }) => state)).toEqual(['output-denied'])
  expect([one.requests.length, other.requests.length]).toEqual([2, 2])
  for (const chat of [paid, refused]) await expectValid(chat)
})

test('words cut in on an answer of the same chat: it ends there, and the new words get theirs', async () => {
  const long = Array.from({ length: 100 }, (_, index) => `${index} `)
  // what was cut off was not answered: the recording answers the next words with the same
  const rig = await startGateway({ speed: 0.25, fixtures: [textRecording([words, ...long.map(says), finish()])] })
  const { hook, requests } = chatWith(rig)
  const first = hook.current().sendMessage({ text: 'Count.' })
  await hook.until(answering)
  await hook.current().stop()
  await first
  await hook.current().sendMessage({ text: 'Stop, please.' })
  const texts = hook.current().messages.map(textOf)
  expect([texts[0], texts[2], texts.length]).toEqual(['Count.', 'Stop, please.', 4])
  expect(texts[1]).not.toContain('99')
  expect(texts[3]).toBe(long.join(''))
  expect(requests).toEqual(['POST /api/chat', 'POST /api/chat'])
  await expectValid(hook.current())
})

test('a picture that useChat sends with words is shown to the model and in the thread; other files are refused', async () => {
  const recording = textRecording([words, says('A dot.'), finish()])
  const service = await startFixtureServer({ fixture: recording, speed: 50 })
  geminiAt(service.baseUrl)
  onTestFinished(async () => {
    geminiAt(null)
    await service.close()
  })
  const rig = await startGateway({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  const { hook } = chatWith(rig)
  const file = (url: string, mediaType = 'image/png') => ({ type: 'file' as const, mediaType, url })
  const url = `data:image/png;base64,${onePixel}`
  await hook.current().sendMessage({ text: 'What is this?', files: [file(url)] })
  expect(textOf(hook.current().messages.at(-1))).toBe('A dot.')
  const [request] = service.received().filter(({ protocol }) => protocol === 'text')
  expect(request?.frame).toMatchObject({
    contents: [
      {
        role: 'user',
        parts: [{ inlineData: { mimeType: 'image/png', data: onePixel } }, { text: 'What is this?\n[attached: picture.png]' }],
      },
    ],
  })
  const shown = rig.app.told('stream.chunk').find(({ role, chunk: told }) => role === 'user' && told.type === 'file')
  if (shown?.chunk.type !== 'file') throw new Error('no picture was shown')
  expect(await shownPicture(rig.app, shown.conversationId, shown.chunk.url)).toBe(onePixel)
  const wrong = [
    file('data:application/pdf;base64,JVBERi0=', 'application/pdf'),
    file('https://example.com/a.png'),
    file(`data:image/png;base64,${pictureBomb}`),
    ...Array.from({ length: 5 }, () => file(url)),
  ]
  for (const files of [[wrong[0]], [wrong[1]], [wrong[2]], wrong.slice(3)]) {
    const response = await fetch(`${rig.url}/api/chat`, {
      method: 'POST',
      headers: { ...rig.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: 'chat 2',
        messages: [{ id: 'u1', role: 'user', parts: [...files, { type: 'text', text: 'And this?' }] }],
      }),
    })
    expect([response.status, (await response.json()).error.code]).toEqual([415, 'files'])
  }
  expect(service.received().filter(({ protocol }) => protocol === 'text')).toHaveLength(1)
})
