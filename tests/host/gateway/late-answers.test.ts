import { isDataUIPart, type UIMessage } from 'ai'
import { expect, test } from 'vitest'
import { calls, chatWith, documentedRule, expectValid, settled, textOf } from '../../support/chat-hook'
import { copied, copyThenSay, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { jumpingClock } from '../../support/jumping-clock'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const copies = copyThenSay('Go on.')

type Hook = ReturnType<typeof chatWith>['hook']

async function askedIn(hook: Hook) {
  await hook.current().sendMessage({ text: 'Copy it.' })
  const [copy] = calls(hook.current())
  if (copy?.state !== 'approval-requested') throw new Error('nothing was asked')
  return copy
}

const outcomes = ({ messages }: { readonly messages: readonly UIMessage[] }) =>
  messages.flatMap(({ parts }) => parts.filter(isDataUIPart).flatMap(({ type, data }) => (type === 'data-call-outcome' ? [data] : [])))

const executed = async ({ app }: GatewayRig) => (await app.call('audit.list', { kind: 'executed', limit: 100 })).entries.length

test('two pages answer the same approval: the first answer counts, and the other page gets what happened, in a valid message', async () => {
  const rig = await startGateway({ fixtures: [copies] })
  for (const [first, second] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const chatId = `${first} ${second}`
    const one = chatWith(rig, chatId)
    const copy = await askedIn(one.hook)
    const other = chatWith(rig, chatId)
    other.hook.current().setMessages(structuredClone(one.hook.current().messages))
    await other.hook.until(({ messages }) => messages.length === 2)
    for (const [{ hook }, approved] of [
      [one, first],
      [other, second],
    ] as const) {
      await hook.current().addToolApprovalResponse({ id: copy.approval.id, approved })
      const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
      expect([done.status, done.error, textOf(done.messages.at(-1))], chatId).toEqual(['ready', undefined, 'Go on.'])
      await expectValid(done)
    }
    const [mine, theirs] = [one, other].map(({ hook }) => calls(hook.current())[0])
    expect(mine?.state).toBe(first ? 'output-available' : 'output-denied')
    const counted = first === second
    expect(theirs?.state).toBe(counted ? mine?.state : second ? 'output-error' : 'output-denied')
    expect(outcomes(other.hook.current())).toMatchObject(counted ? [] : [{ toolCallId: copy.toolCallId, state: mine?.state }])
    expect([one.requests.length, other.requests.length]).toEqual([2, 1])
  }
  expect(await executed(rig)).toBe(2)
})

test('a yes after the approval expired runs nothing: the part says that no answer came in time, and the message is valid', async () => {
  const clock = jumpingClock()
  const rig = await startGateway({ clock, fixtures: [copies] })
  const { hook, requests } = chatWith(rig)
  const copy = await askedIn(hook)
  clock.jump(121_000)
  await rig.app.until(() => rig.app.told('approval.changed').some(({ state }) => state === 'expired'))
  await hook.current().addToolApprovalResponse({ id: copy.approval.id, approved: true })
  const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
  expect(calls(done)).toMatchObject([{ state: 'output-error', errorText: 'Denied: no answer in time' }])
  expect(outcomes(done)).toEqual([{ toolCallId: copy.toolCallId, state: 'output-denied' }])
  expect([done.status, requests.length, await executed(rig)]).toEqual(['ready', 2, 0])
  await expectValid(done)
})

test('a call that was answered in Parley is settled in the client when it answers the others of its message', async () => {
  const two = textRecording([
    words,
    chunk(modelCall('one', 'write_clipboard', copied), modelCall('other', 'write_clipboard', { text: 'more' })),
    finish(),
    answer('one'),
    answer('other'),
    says('Done.'),
    finish(),
  ])
  const rig = await startGateway({ fixtures: [two] })
  const { hook, requests } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Copy both.' })
  const [first] = rig.app.told('approval.changed')
  await rig.app.call('approval.decide', { approvalId: first?.approvalId ?? '', inputHash: first?.inputHash ?? '', approved: true })
  await rig.app.until(() => rig.app.told('approval.changed').some(({ state }) => state === 'done'))
  for (const part of calls(hook.current()))
    if (part.state === 'approval-requested') await hook.current().addToolApprovalResponse({ id: part.approval.id, approved: true })
  const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
  expect(calls(done).map(({ state }) => state)).toEqual(['output-available', 'output-available'])
  expect([done.status, requests.length, textOf(done.messages.at(-1))]).toEqual(['ready', 2, 'Done.'])
  await expectValid(done)
})

test('an answer for other arguments does not count: the question is asked again with its own, and then counts', async () => {
  const rig = await startGateway({ fixtures: [copies] })
  const { hook, requests } = chatWith(rig, 'chat 1', rig.headers, documentedRule())
  const copy = await askedIn(hook)
  const changed = structuredClone(hook.current().messages)
  for (const part of changed.at(-1)?.parts ?? []) if (part.type === 'dynamic-tool') Object.assign(part, { input: { text: 'another' } })
  hook.current().setMessages(changed)
  await hook.current().addToolApprovalResponse({ id: copy.approval.id, approved: true })
  const asked = await hook.until((chat) => settled(chat) && requests.length === 2 && calls(chat)[0]?.state === 'approval-requested')
  expect(calls(asked)).toMatchObject([{ input: copied, approval: { id: copy.approval.id } }])
  await expectValid(asked)
  expect(await executed(rig)).toBe(0)
  await hook.current().addToolApprovalResponse({ id: copy.approval.id, approved: true })
  const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
  expect(calls(done)).toMatchObject([{ state: 'output-available' }])
  expect(requests).toHaveLength(3)
})

test('a yes to a tool of the client waits for its output, with the rule of the docs, and costs no other answer of the request', async () => {
  const both = textRecording([
    words,
    chunk(modelCall('where', 'get_location', {}), modelCall('copy', 'write_clipboard', copied)),
    finish(),
    answer('where'),
    answer('copy'),
    says('Done.'),
    finish(),
  ])
  const rig = await startGateway({ fixtures: [both] })
  const { hook, requests } = chatWith(rig, 'chat 1', rig.headers, documentedRule())
  const output = { latitude: 35, longitude: 135, accuracy: 900 }
  for (const copies of [true, false]) {
    await hook.current().sendMessage({ text: 'Where am I? Copy it.' })
    const asked = calls(hook.current())
    for (const part of asked)
      if (part.state === 'approval-requested')
        await hook.current().addToolApprovalResponse({ id: part.approval.id, approved: part.toolName === 'get_location' || copies })
    const handed = await hook.until((chat) => settled(chat) && calls(chat)[0]?.state === 'input-available')
    expect([handed.status, handed.error]).toEqual(['ready', undefined])
    expect(calls(handed)[1]?.state).toBe(copies ? 'output-available' : 'approval-responded')
    await hook.current().addToolOutput({ tool: 'get_location', toolCallId: asked[0]?.toolCallId ?? '', output })
    const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
    expect(calls(done)).toMatchObject([{ state: 'output-available', output }, { state: copies ? 'output-available' : 'output-denied' }])
    await expectValid(done)
  }
  expect(requests).toHaveLength(6)
})
