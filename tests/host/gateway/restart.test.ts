import { buildResumeArray, HttpAgent } from '@ag-ui/client'
import { fetchServerSentEvents } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import type { InProcessOptions } from '../../support/app-in-process'
import { calls, chatWith, expectValid, settled, textOf } from '../../support/chat-hook'
import { choosingModel } from '../../support/choosing-model'
import { answeringService, copied, copyThenSay, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { decideInWindow } from '../../support/interleavings'
import { jumpingClock } from '../../support/jumping-clock'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const plays = textRecording([
  words,
  chunk(modelCall('music', 'change_bgm', { track: 'rain' })),
  finish(),
  answer('music'),
  says('It rains.'),
  finish(),
])
const output = { playing: 'rain' }
const tooLate = 'The program that was given this call sent no result within 300 s.'

/** The same app, started again over its data, at the same address. */
async function restarted({ app, port }: GatewayRig, wishes: InProcessOptions, name = 'second'): Promise<GatewayRig> {
  await app.stop()
  return startGateway({ ...wishes, port, userDataFolder: app.userDataFolder, name })
}

/** The output of a run of the older TanStack contract until it gave the client a call; the stream is left then. */
async function givenCall({ url, headers }: GatewayRig, run_id: string): Promise<string> {
  const connection = fetchServerSentEvents(`${url}/api/tanstack/chat`, { headers: { ...headers } })
  for await (const told of connection.connect([{ role: 'user', content: 'Play rain.' }], { run_id }))
    if (told.type === 'tool-input-available') return told.toolCallId
  throw new Error('no call was given')
}

const goOn = ({ url }: GatewayRig, headers: { readonly authorization: string }, body: object): Promise<Response> =>
  fetch(`${url}/api/continuation`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a call that useChat was given survives a restart: its output counts once, and the turn continues in the same message', async () => {
  const { wishes, asked } = await answeringService(plays)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const { hook, requests } = chatWith(before)
  await hook.current().sendMessage({ text: 'Play rain.' })
  const toolCallId = calls(hook.current())[0]?.toolCallId ?? ''
  const conversationId = before.app.told('stream.chunk')[0]?.conversationId ?? ''
  const after = await restarted(before, wishes)
  const waiting = await after.app.call('conversation.open', { conversationId })
  expect(waiting.messages.at(-1)?.parts).toMatchObject([{ type: 'step-start' }, { toolCallId, state: 'input-available' }])

  await hook.current().addToolOutput({ tool: 'change_bgm', toolCallId, output })
  const told = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'It rains.')
  expect([told.status, told.error, requests.length]).toEqual(['ready', undefined, 2])
  expect(calls(told)).toMatchObject([{ toolCallId, state: 'output-available', output }])
  await expectValid(told)
  // the model gets its own call, and is asked again
  expect(asked()).toHaveLength(2)
  expect(JSON.stringify(asked().at(-1))).toContain('"functionResponse"')
  const { messages } = await after.app.call('conversation.open', { conversationId })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['step-start', 'dynamic-tool', 'step-start', 'text'])
  const { entries } = await after.app.call('audit.list', { kind: 'executed', limit: 10 })
  expect(entries).toMatchObject([{ subject: { toolCallId }, event: { outcome: 'done' } }])
  await hook.current().sendMessage({ text: 'Once more.' })
  expect(calls(hook.current())).toMatchObject([{ toolName: 'change_bgm', state: 'input-available' }])
})

test('in the older TanStack contract the returning client is given the call again, sends its output once, and no other client can', async () => {
  const { wishes, asked } = await answeringService(plays)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const toolCallId = await givenCall(before, 'run-1')
  const after = await restarted(before, wishes)
  const { headers } = before
  const stream = fetch(`${after.url}/api/tanstack/chat?run_id=run-1`, { headers })
  const send = async (results: object, as = headers): Promise<number> =>
    (await goOn(after, as, { run_id: 'run-1', tool_results: results })).status
  expect(await send({ 'call-of-nobody': output })).toBe(409)
  expect(await send({ [toolCallId]: output }, after.headers)).toBe(404)
  expect(await send({ [toolCallId]: JSON.stringify(output) })).toBe(200)
  expect(await send({ [toolCallId]: { playing: 'drift' } })).toBe(409)
  const text = await (await stream).text()
  const types = [...text.matchAll(/"type":"([a-z_-]+)"/g)].map(([, type]) => type)
  expect(types.filter((type) => type !== 'function')).toEqual(['tool_call', 'tool-input-available', 'tool_result', 'content', 'done'])
  expect(text).toContain(JSON.stringify(JSON.stringify(output)))
  expect(text).toContain('It rains.')
  expect(text).not.toContain('drift')
  expect(text.trimEnd().endsWith('[DONE]')).toBe(true)
  expect(asked()).toHaveLength(2)
  expect(after.app.told('tool.run')).toEqual([])
})

test('in AG-UI a call given before two restarts is answered by its interrupt', async () => {
  const { wishes } = await answeringService(plays)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const agent = new HttpAgent({ url: `${before.url}/api/ag-ui`, headers: { ...before.headers }, threadId: 'thread-1' })
  const tools = [{ name: 'change_bgm', description: 'Music', parameters: { type: 'object', properties: {} } }]
  agent.addMessage({ id: 'u1', role: 'user', content: 'Play rain.' })
  await agent.runAgent({ tools })
  const interruptId = agent.pendingInterrupts[0]?.id ?? ''
  await restarted(await restarted(before, wishes), wishes, 'third')
  const problems: string[] = []
  agent.subscribe({ onRunErrorEvent: ({ event }) => void problems.push(event.message) })
  await agent.runAgent({ tools, resume: [{ interruptId, status: 'resolved', payload: output }] })
  expect(problems).toEqual([])
  expect(problems).toEqual([])
  expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(agent.messages.at(-1)?.content).toBe('It rains.')
})

test('a call that was not answered in time ends with the reason, in Parley and in the client, even if its time ended meanwhile', async () => {
  const clock = jumpingClock()
  const { wishes, asked } = await answeringService(plays)
  const before = await startGateway({ ...wishes, clock, limits: { closing: 20 } })
  const { hook } = chatWith(before)
  await hook.current().sendMessage({ text: 'Play rain.' })
  const toolCallId = calls(hook.current())[0]?.toolCallId ?? ''
  const other = await givenCall(before, 'run-1')
  const conversationId = before.app.told('stream.chunk')[0]?.conversationId ?? ''
  await before.app.stop()
  clock.jump(300_001)
  const after = await startGateway({ ...wishes, clock, port: before.port, userDataFolder: before.app.userDataFolder, name: 'second' })
  const { messages } = await after.app.call('conversation.open', { conversationId })
  expect(messages.at(-1)?.parts).toMatchObject([{ type: 'step-start' }, { toolCallId, state: 'output-error', errorText: tooLate }])
  await hook.current().addToolOutput({ tool: 'change_bgm', toolCallId, output })
  const told = await hook.until((chat) => settled(chat) && calls(chat).some(({ state }) => state === 'output-error'))
  expect(calls(told)).toMatchObject([{ toolCallId, state: 'output-error', errorText: tooLate }])
  expect((await goOn(after, before.headers, { run_id: 'run-1', tool_results: { [other]: output } })).status).toBe(409)
  const text = await (await fetch(`${after.url}/api/tanstack/chat?run_id=run-1`, { headers: before.headers })).text()
  expect(text).toContain('This run was cut off when Parley was closed. Ask again.')
  expect(asked()).toHaveLength(2)
})

test('a call given again after a restart ends with the reason once its time is over, and so does the waiting stream', async () => {
  const clock = jumpingClock()
  const { wishes } = await answeringService(plays)
  const before = await startGateway({ ...wishes, clock, limits: { closing: 20 } })
  const toolCallId = await givenCall(before, 'run-1')
  const after = await restarted(before, { ...wishes, clock })
  const response = await fetch(`${after.url}/api/tanstack/chat?run_id=run-1`, { headers: before.headers })
  clock.jump(300_001)
  const text = await response.text()
  expect(text).toContain(tooLate)
  expect(text.trimEnd().endsWith('[DONE]')).toBe(true)
  expect((await goOn(after, before.headers, { run_id: 'run-1', tool_results: { [toolCallId]: output } })).status).toBe(409)
})

test('a call allowed before a restart runs with that yes only, and is done then', async () => {
  const locates = textRecording([words, chunk(modelCall('where', 'get_location', {})), finish(), answer('where'), says('There.'), finish()])
  const { wishes } = await answeringService(locates)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const { hook } = chatWith(before)
  await hook.current().sendMessage({ text: 'Where am I?' })
  const [asked] = calls(hook.current())
  if (asked?.state !== 'approval-requested') throw new Error('nothing was asked')
  const { toolCallId } = asked
  await hook.current().addToolApprovalResponse({ id: asked.approval.id, approved: true })
  await fetch(`${before.url}/api/chat`, {
    method: 'POST',
    headers: { ...before.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'chat 1', messages: hook.current().messages }),
  })
  const after = await restarted(before, wishes)
  await hook.current().addToolOutput({ tool: 'get_location', toolCallId, output: { latitude: 35, longitude: 135, accuracy: 900 } })
  const told = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'There.')
  expect(calls(told)).toMatchObject([{ toolCallId, state: 'output-available' }])
  await expectValid(told)
  expect(after.app.told('approval.changed').map(({ state }) => state)).toEqual(['done'])
})

const copies = copyThenSay('Copied.')

test('an approval survives a restart: the yes runs its call, and the model’s answer reaches the client in the same message', async () => {
  const { wishes, asked } = await answeringService(copies)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const { hook, requests } = chatWith(before)
  await hook.current().sendMessage({ text: 'Copy it.' })
  const [question] = calls(hook.current())
  if (question?.state !== 'approval-requested') throw new Error('nothing was asked')
  const after = await restarted(before, wishes)
  await hook.current().addToolApprovalResponse({ id: question.approval.id, approved: true })
  const told = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'Copied.')
  expect(calls(told)).toMatchObject([{ toolCallId: question.toolCallId, state: 'output-available' }])
  expect([told.status, told.messages.length, requests.length, asked().length]).toEqual(['ready', 2, 2, 2])
  await expectValid(told)
  const conversationId = before.app.told('stream.chunk')[0]?.conversationId ?? ''
  const { messages } = await after.app.call('conversation.open', { conversationId })
  expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['step-start', 'dynamic-tool', 'step-start', 'text'])
  expect(after.app.told('approval.changed').map(({ state }) => state)).toEqual(['approved', 'executing', 'done'])
})

test('a no after a restart reaches the model, whose answer is in the same message', async () => {
  const { wishes } = await answeringService(copies)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const { hook } = chatWith(before)
  await hook.current().sendMessage({ text: 'Copy it.' })
  const [question] = calls(hook.current())
  if (question?.state !== 'approval-requested') throw new Error('nothing was asked')
  await restarted(before, wishes)
  await hook.current().addToolApprovalResponse({ id: question.approval.id, approved: false })
  const told = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'Copied.')
  expect(calls(told)).toMatchObject([{ toolCallId: question.toolCallId, state: 'output-denied' }])
  expect(told.messages).toHaveLength(2)
  await expectValid(told)
})

test('an agent of AG-UI answers an approval after a restart by its interrupt, and gets the model’s answer to it', async () => {
  const { wishes } = await answeringService(copies)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const agent = new HttpAgent({ url: `${before.url}/api/ag-ui`, headers: { ...before.headers }, threadId: 'thread-1' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'Copy it.' })
  await agent.runAgent()
  await restarted(before, wishes)
  const resume = [{ interruptId: agent.pendingInterrupts[0]?.id ?? '', status: 'resolved' as const, payload: { approved: true } }]
  await agent.runAgent({ resume })
  expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(agent.messages.at(-1)?.content).toBe('Copied.')
})

const locates = textRecording([
  words,
  chunk(modelCall('where', 'get_location', {})),
  finish(),
  answer('where'),
  says('You are in Kobe.'),
  finish(),
])

test('a bare yes of an agent to a call that it runs itself asks for the output after a restart too', async () => {
  const { wishes } = await answeringService(locates)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const agent = new HttpAgent({ url: `${before.url}/api/ag-ui`, headers: { ...before.headers }, threadId: 'thread-1' })
  const tools = [{ name: 'get_location', description: 'Place', parameters: { type: 'object', properties: {} } }]
  agent.addMessage({ id: 'u1', role: 'user', content: 'Where am I?' })
  await agent.runAgent({ tools })
  await restarted(before, wishes)
  const resolve = (payload: object) => [{ interruptId: agent.pendingInterrupts[0]?.id ?? '', status: 'resolved' as const, payload }]
  await agent.runAgent({ tools, resume: resolve({ approved: true }) })
  expect(agent.pendingInterrupts).toMatchObject([{ reason: expect.not.stringMatching('^tool_call$') }])
  await agent.runAgent({ tools, resume: resolve({ latitude: 34.7, longitude: 135.2, accuracy: 900 }) })
  expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(agent.messages.at(-1)?.content).toBe('You are in Kobe.')
})

test('two approvals of one turn survive a restart: the turn continues once, when both are answered', async () => {
  const both = textRecording([
    words,
    chunk(modelCall('one', 'write_clipboard', copied), modelCall('other', 'write_clipboard', { text: 'another' })),
    finish(),
    answer('one'),
    answer('other'),
    says('Done.'),
    finish(),
  ])
  const { wishes, asked } = await answeringService(both)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const { hook } = chatWith(before)
  await hook.current().sendMessage({ text: 'Copy both.' })
  const conversationId = before.app.told('stream.chunk')[0]?.conversationId ?? ''
  const after = await restarted(before, wishes)
  const open = (await after.app.call('app.bootstrap', null)).approvals
  expect(open).toHaveLength(2)
  for (const { approvalId, inputHash } of open) await after.app.call('approval.decide', { approvalId, inputHash, approved: true })
  const texts = () => after.app.told('stream.chunk').flatMap(({ chunk: { type } }) => (type === 'text-end' ? [type] : []))
  await after.app.until(() => texts().length > 0)
  expect(asked()).toHaveLength(2)
  const { messages } = await after.app.call('conversation.open', { conversationId })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(messages.at(-1)?.parts).toMatchObject([
    { type: 'step-start' },
    { state: 'output-available' },
    { state: 'output-available' },
    { type: 'step-start' },
    { type: 'text', text: 'Done.' },
  ])
})

test('an agent’s answers count after a restart although one of its approvals was denied in Parley before it came back', async () => {
  const wishes = await choosingModel()
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const agent = new HttpAgent({ url: `${before.url}/api/ag-ui`, headers: { ...before.headers }, threadId: 'thread-1' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'once: copy where' })
  const tools = [{ name: 'get_location', description: '', parameters: { type: 'object', properties: {} } }]
  await agent.runAgent({ tools })
  const interrupts = agent.pendingInterrupts
  expect(interrupts).toHaveLength(2)
  const after = await restarted(before, wishes)
  await decideInWindow(
    after,
    interrupts.map(({ toolCallId = '' }) => toolCallId),
    false,
  )
  const no = { status: 'resolved' as const, payload: { approved: false } }
  await agent.runAgent({ tools, resume: buildResumeArray(interrupts, Object.fromEntries(interrupts.map(({ id }) => [id, no]))) })
  expect(agent.pendingInterrupts).toEqual([])
  expect(after.app.told('approval.changed').map(({ state }) => state)).toEqual(['denied', 'denied'])
  expect(agent.messages.filter(({ role }) => role === 'tool')).toHaveLength(2)
  expect(agent.messages.at(-1)?.content).toBe('All right.')
})
