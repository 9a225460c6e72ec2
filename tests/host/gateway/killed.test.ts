import { cpSync } from 'node:fs'
import { safeValidateUIMessages } from 'ai'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { historySchema } from '../../../src/main/gateway/history-route'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { type ChatHook, calls, chatWith, documentedRule, expectValid, settled } from '../../support/chat-hook'
import { copied, modelCall, startGateway } from '../../support/gateway-rig'
import { tempFolder } from '../../support/temp-folder'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const works = textRecording([
  words,
  chunk(modelCall('weather', 'get_weather', { place: 'Kyoto' }), modelCall('copy', 'write_clipboard', copied)),
  finish(),
  answer('weather'),
  answer('copy'),
  says('Done.'),
  finish(),
])

const plain = textRecording([words, says('Done.'), finish()])

/** Copies of the data folder, each made while the page receives an event: what a kill at that moment would leave. */
function copyAtEveryEvent(app: InProcessApp): readonly { readonly folder: string; readonly told: readonly string[] }[] {
  const copies: { readonly folder: string; readonly told: readonly string[] }[] = []
  let seen = 0
  // the condition is checked within each event, before its emitter continues
  void app.until(() => {
    const chunks = app.told('stream.chunk')
    const steps = chunks.length + app.told('approval.changed').length
    if (steps === seen) return false
    seen = steps
    const folder = tempFolder()
    cpSync(app.userDataFolder, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') })
    const toldOf = ({ chunk: one, role }: (typeof chunks)[number]): readonly string[] => {
      if ('toolCallId' in one) return [`${one.type} ${one.toolCallId}`]
      return one.type === 'start' && role === 'assistant' ? [`start ${one.messageId}`] : []
    }
    copies.push({ folder, told: chunks.flatMap(toldOf) })
    return false
  })
  return copies
}

const callSchema = z.object({ type: z.literal('dynamic-tool'), toolCallId: z.string(), state: z.string() })

const callsOf = (messages: readonly { readonly parts: readonly unknown[] }[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => callSchema.safeParse(part).data ?? []))

test('a kill at any moment loses no reported call and no reported result, and leaves no call that never ends', {
  timeout: 60_000,
}, async () => {
  const rig = await startGateway({ fixtures: [works] })
  const copies = copyAtEveryEvent(rig.app)
  const asking = fetch(`${rig.url}/api/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Go on' }] }] }),
  }).then((response) => response.text())
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  const { approvalId = '', inputHash = '', conversationId = '' } = rig.app.told('approval.changed')[0] ?? {}
  await asking
  await rig.app.call('approval.decide', { approvalId, inputHash, approved: true })
  await rig.app.until(() => rig.app.told('stream.chunk').some(({ chunk: { type } }) => type === 'text-end'))
  expect(copies.length).toBeGreaterThan(10)
  for (const { folder, told } of copies) {
    const after = await startInProcess({ fixtures: [works], userDataFolder: folder })
    onTestFinished(() => after.stop())
    const { messages } = await after.call('conversation.open', { conversationId })
    const open = (await after.call('app.bootstrap', null)).approvals.map(({ toolCallId }) => toolCallId)
    const parts = callsOf(messages)
    const ended = parts.filter(({ state }) => state.startsWith('output-')).map(({ toolCallId }) => toolCallId)
    expect(
      parts.filter(({ toolCallId }) => !ended.includes(toolCallId) && !open.includes(toolCallId)),
      told.join('\n'),
    ).toEqual([])
    const available = parts.filter(({ state }) => state === 'output-available').map(({ toolCallId }) => toolCallId)
    const toldOf = (type: string) => told.flatMap((one) => (one.startsWith(`${type} `) ? [one.slice(type.length + 1)] : []))
    expect(parts.map(({ toolCallId }) => toolCallId)).toEqual(expect.arrayContaining(toldOf('tool-input-available')))
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(toldOf('start')))
    expect(available, told.join('\n')).toEqual(expect.arrayContaining(toldOf('tool-output-available')))
    await after.stop()
  }
})

const saidBy = (id: string, text: string) => ({ id, role: 'user' as const, parts: [{ type: 'text' as const, text }] })

/** The app as a kill leaves it right after a client was told that an answer begins, and the id of the answer. */
async function killedAtStart() {
  const rig = await startGateway({ fixtures: [plain] })
  const copies = copyAtEveryEvent(rig.app)
  const page = chatWith(rig, 'chat').hook
  await page.current().sendMessage({ text: 'Go on' })
  await rig.app.stop()
  const [copy] = copies.filter(({ told }) => told.some((one) => one.startsWith('start ')))
  await startGateway({ fixtures: [plain], userDataFolder: copy?.folder ?? '', port: rig.port, name: 'second' })
  const { hook, requests } = chatWith(rig, 'chat')
  const stored = async () => {
    const response = await fetch(`${rig.url}/api/chat/chat`, { headers: rig.headers })
    return historySchema.parse(await response.json()).messages
  }
  return { hook, requests, stored, begun: copy?.told.at(-1)?.slice('start '.length) ?? '' }
}

test('an answer that a kill cut off at its start is in Parley what it is in the client, and valid', async () => {
  const { hook, stored, begun } = await killedAtStart()
  hook.current().setMessages([saidBy('u1', 'Go on'), { id: begun, role: 'assistant', parts: [] }])
  await hook.current().sendMessage()
  await hook.until(settled)
  await expectValid(hook.current())
  expect((await safeValidateUIMessages({ messages: await stored() })).success).toBe(true)
  expect((await stored()).map(({ id }) => id).slice(1)).toEqual([begun])
  await hook.current().sendMessage({ text: 'Hello' })
  await hook.until(settled)
  const ids = (messages: readonly { readonly id: string; readonly role: string }[]) =>
    messages.map(({ id, role }) => (role === 'user' ? role : id))
  expect(ids(hook.current().messages)).toEqual(ids(await stored()))
  expect(hook.current().messages).toHaveLength(4)
})

test('words whose answer a kill cut off at its start are answered when they come again', async () => {
  const { hook, stored } = await killedAtStart()
  hook.current().setMessages([saidBy('u1', 'Go on')])
  await hook.current().sendMessage()
  await hook.until(settled)
  const [, answer] = hook.current().messages
  expect(answer?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe('Done.')
  expect((await stored()).map(({ role }) => role)).toEqual(['user', 'assistant'])
})

test('calls that a kill ended are brought once: the page does not send them again by itself', async () => {
  const rig = await startGateway({ fixtures: [works] })
  const copies = copyAtEveryEvent(rig.app)
  const page = chatWith(rig, 'chat', rig.headers, documentedRule()).hook
  const asking = page.current().sendMessage({ text: 'Go on' })
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  await asking
  const { messages } = page.current()
  await rig.app.stop()
  // both calls were received, and no approval was requested yet
  const { folder = '' } = copies.find(({ told }) => told.filter((one) => one.startsWith('tool-input-available')).length === 2) ?? {}
  const after = await startGateway({ fixtures: [works], userDataFolder: folder, port: rig.port, name: 'second' })
  const { hook, requests } = chatWith(rig, 'chat', rig.headers, documentedRule())
  hook.current().setMessages(messages.slice(0, 1))
  await hook.current().sendMessage()
  await hook.until(settled)
  expect(calls(hook.current()).map(({ state }) => state)).toEqual(['output-error', 'output-error'])
  await hook.current().sendMessage()
  await hook.until(settled)
  await expectValid(hook.current())
  expect(requests).toHaveLength(2)
  await after.app.stop()
})

const statesOfFirst = ({ messages }: ChatHook) => callsOf(messages.slice(0, 2)).map(({ state }) => state)

test('calls that a kill ended in an earlier message are brought by a resumed stream, once', async () => {
  const rig = await startGateway({ fixtures: [works] })
  const copies = copyAtEveryEvent(rig.app)
  const page = chatWith(rig, 'chat').hook
  const asking = page.current().sendMessage({ text: 'Go on' })
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  await asking
  const messages = structuredClone(page.current().messages)
  await rig.app.stop()
  const { folder = '' } = copies.find(({ told }) => told.filter((one) => one.startsWith('tool-input-available')).length === 2) ?? {}
  const after = await startGateway({ fixtures: [works], userDataFolder: folder, port: rig.port, name: 'second' })
  const { hook, requests } = chatWith(rig, 'chat')
  // what a page has whose connection broke within the calls
  for (const part of messages.at(-1)?.parts ?? [])
    if (part.type === 'dynamic-tool') Object.assign(part, { state: 'input-streaming', approval: undefined, output: undefined })
  hook.current().setMessages(messages)
  await hook.current().sendMessage({ text: 'Hello' })
  expect(statesOfFirst(hook.current())).toEqual(['input-streaming', 'input-streaming'])
  await hook.current().resumeStream()
  expect(statesOfFirst(hook.current())).toEqual(['output-error', 'output-error'])
  await hook.current().resumeStream()
  expect(requests).toHaveLength(3)
  expect(hook.current().messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  await expectValid(hook.current())
  await after.app.stop()
})

const asksWhere = textRecording([words, chunk(modelCall('where', 'get_location', {})), finish(), answer('where'), says('There.'), finish()])

test('an output that a kill lost on its way is corrected by a resumed stream, once, although the client had that message', async () => {
  const rig = await startGateway({ fixtures: [asksWhere] })
  const copies = copyAtEveryEvent(rig.app)
  const page = chatWith(rig, 'chat', rig.headers, () => false).hook
  await page.current().sendMessage({ text: 'Go on' })
  const [asked] = calls(page.current())
  if (asked?.state !== 'approval-requested') throw new Error('nothing was asked')
  const received = copies.length
  await page.current().addToolApprovalResponse({ id: asked.approval.id, approved: true })
  await page
    .current()
    .addToolOutput({ tool: 'get_location', toolCallId: asked.toolCallId, output: { latitude: 35, longitude: 135, accuracy: 900 } })
  const believed = structuredClone(page.current().messages)
  await page.current().sendMessage()
  await rig.app.stop()
  // the yes was stored, and what came with it was not
  const { folder = '' } = copies[received] ?? {}
  const after = await startGateway({ fixtures: [asksWhere], userDataFolder: folder, port: rig.port, name: 'second' })
  const { hook, requests } = chatWith(rig, 'chat')
  hook.current().setMessages(believed)
  await hook.current().resumeStream()
  expect(calls(hook.current()).map(({ state }) => state)).toEqual(['output-error'])
  await hook.current().resumeStream()
  expect(requests).toHaveLength(2)
  await expectValid(hook.current())
  await after.app.stop()
})
