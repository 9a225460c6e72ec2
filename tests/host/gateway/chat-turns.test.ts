import { expect, test } from 'vitest'
import { answering, calls, chatWith, expectValid, settled, textOf } from '../../support/chat-hook'
import { copyThenSay, startGateway } from '../../support/gateway-rig'
import { finish, says, textRecording, words } from '../../support/text-recording'

const copies = copyThenSay('Done.')

test('two chats at once: each gets its own approval, an answer to one does not affect the other, and both end', async () => {
  const rig = await startGateway({ fixtures: [copies] })
  const [one, other] = [chatWith(rig, 'one'), chatWith(rig, 'other')]
  await Promise.all([one.hook.current().sendMessage({ text: 'Copy it.' }), other.hook.current().sendMessage({ text: 'Copy it too.' })])
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

test('text interrupts an answer of the same chat: it ends there, and the new text gets its own', async () => {
  const long = Array.from({ length: 100 }, (_, index) => `${index} `)
  // the interrupted question was not answered: the recording answers the next message with the same
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
