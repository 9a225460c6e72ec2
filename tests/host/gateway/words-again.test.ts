import { expect, test } from 'vitest'
import { calls, chatWith, expectValid, settled, textOf } from '../../support/chat-hook'
import { choosingModel } from '../../support/choosing-model'
import { copied, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { chunk, finish, says, textRecording, words } from '../../support/text-recording'

const numbers = textRecording(['One.', 'Two.', 'Three.', 'Four.'].flatMap((text) => [words, says(text), finish()]))

const userTexts = async ({ app }: GatewayRig) => {
  const { conversationId = '' } = app.told('stream.chunk')[0] ?? {}
  const { messages } = await app.call('conversation.open', { conversationId })
  return messages.filter(({ role }) => role === 'user').map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''))
}

const stream = (rig: GatewayRig, chatId: string) =>
  fetch(`${rig.url}/api/chat/${encodeURIComponent(chatId)}/stream`, { headers: rig.headers })

test('words whose connection broke before the first chunk are said once, and get their own answer, not the one before', async () => {
  const rig = await startGateway({ fixtures: [numbers] })
  let fault: 'none' | 'before' | 'after' = 'none'
  const breaking: typeof fetch = async (input, init) => {
    const now = fault
    fault = 'none'
    if (now === 'before') throw new TypeError('fetch failed')
    const response = await fetch(input, init)
    if (now === 'none') return response
    await response.body?.cancel()
    throw new TypeError('fetch failed')
  }
  const { hook } = chatWith(rig, 'chat 1', rig.headers, () => false, breaking)
  await hook.current().sendMessage({ text: 'First.' })
  fault = 'after'
  await hook.current().sendMessage({ text: 'Second.' })
  expect(hook.current().status).toBe('error')
  await hook.current().sendMessage()
  fault = 'after'
  await hook.current().sendMessage({ text: 'Third.' })
  await hook.current().regenerate()
  fault = 'before'
  await hook.current().sendMessage({ text: 'Fourth.' })
  await hook.current().regenerate()
  const said = hook.current().messages.map(textOf)
  expect(said).toEqual(['First.', 'One.', 'Second.', 'Two.', 'Third.', 'Three.', 'Fourth.', 'Four.'])
  expect(await userTexts(rig)).toEqual(['First.', 'Second.', 'Third.', 'Fourth.'])
  await expectValid(hook.current())
})

test('other words under the id of the last message get an answer of their own, and nothing is resumed where nothing runs', async () => {
  const rig = await startGateway({ fixtures: [numbers] })
  const ask = async (text: string) => {
    const response = await fetch(`${rig.url}/api/chat`, {
      method: 'POST',
      headers: { ...rig.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'script', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }] }),
    })
    return /"delta":"(\w+\.)"/.exec(await response.text())?.[1]
  }
  expect([await ask('First.'), await ask('Second.'), await ask('Third.')]).toEqual(['One.', 'Two.', 'Three.'])
  expect(await userTexts(rig)).toEqual(['First.', 'Second.', 'Third.'])
  expect([(await stream(rig, 'script')).status, (await stream(rig, 'unknown')).status]).toEqual([204, 204])
})

test('a yes in an earlier message that newer words bring along counts, and the response answers the words', async () => {
  const later = textRecording([
    words,
    chunk(modelCall('copy', 'write_clipboard', copied)),
    finish(),
    words,
    says('It is noon.'),
    finish(),
    words,
    says('Still noon.'),
    finish(),
  ])
  const rig = await startGateway({ fixtures: [later] })
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Copy it.' })
  const [copy] = calls(hook.current())
  if (copy?.state !== 'approval-requested') throw new Error('nothing was asked')
  await hook.current().sendMessage({ text: 'What time is it?' })
  expect(textOf(hook.current().messages.at(-1))).toBe('It is noon.')
  await hook.current().addToolApprovalResponse({ id: copy.approval.id, approved: true })
  await hook.current().sendMessage({ text: 'And now?' })
  expect(hook.current().messages.map(textOf)).toEqual(['Copy it.', '', 'What time is it?', 'It is noon.', 'And now?', 'Still noon.'])
  await rig.app.until(() => rig.app.told('approval.changed').some(({ state }) => state === 'done'))
  // the call is settled in its own message by the SDK's way of sending an earlier answer
  await hook.current().sendMessage()
  const done = await hook.until(settled)
  expect(done.error).toBeUndefined()
  expect(done.messages[1]?.parts).toMatchObject([{ type: 'step-start' }, { state: 'output-available' }, { type: 'step-start' }])
  expect(done.messages).toHaveLength(6)
  await expectValid(done)
})

test.each([
  ['yes', 'words'],
  ['words', 'yes'],
] as const)('an output in an earlier message counts although its yes is only just sent: %s first, then %s', async (...order) => {
  const rig = await startGateway(await choosingModel())
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'now: where' })
  const [question, asked] = hook.current().messages
  const output = { latitude: 35, longitude: 135, accuracy: 900 }
  const answered = (more: object) => ({
    ...asked,
    parts: asked?.parts.map((part) =>
      part.type === 'dynamic-tool' ? { ...part, approval: { ...part.approval, approved: true }, ...more } : part,
    ),
  })
  const newer = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'What time is it?' }] }
  const sent = {
    yes: [question, answered({ state: 'approval-responded' })],
    words: [question, answered({ state: 'output-available', output }), newer],
  }
  const headers = { ...rig.headers, 'content-type': 'application/json' }
  const responses = await Promise.all(
    order.map((what) =>
      fetch(`${rig.url}/api/chat`, { method: 'POST', headers, body: JSON.stringify({ id: 'chat 1', messages: sent[what] }) }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  await Promise.all(responses.map((response) => response.text()))
  const { entries } = await rig.app.call('audit.list', { kind: 'executed', limit: 100 })
  expect(entries).toMatchObject([{ event: { outcome: 'done', result: { accuracy: 900 } } }])
})
