import { HttpAgent, type RunAgentInput } from '@ag-ui/client'
import { expect, test } from 'vitest'
import { calls, chatWith, textOf } from '../../support/chat-hook'
import { choosingModel } from '../../support/choosing-model'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { storedThread } from '../../support/interleavings'

/** The agent of AG-UI, whose `connectAgent` asks the same address. */
class ConnectingAgent extends HttpAgent {
  protected override connect(input: RunAgentInput) {
    return this.run(input)
  }
}

/** How many texts the model has written. */
const textsOf = ({ app }: GatewayRig): number =>
  app.told('stream.chunk').filter(({ role, chunk: { type } }) => role === 'assistant' && type === 'text-end').length

test('what Parley said after calls of an earlier message ended is resumed piece by piece, in order, and nothing else', async () => {
  const rig = await startGateway(await choosingModel())
  const { hook } = chatWith(rig, 'chat')
  await hook.current().sendMessage({ text: 'run: copy copy' })
  const asked = calls(hook.current()).flatMap(({ approval }) => (approval === undefined ? [] : [approval.id]))
  await hook.current().sendMessage({ text: 'hello' })
  for (const [index, approvalId] of asked.entries()) {
    const { approvals } = await rig.app.call('app.bootstrap', null)
    const { inputHash = '' } = approvals.find((one) => one.approvalId === approvalId) ?? {}
    await rig.app.call('approval.decide', { approvalId, inputHash, approved: false })
    await rig.app.until(() => textsOf(rig) === index + 2)
  }
  const stored = await storedThread({ rig }, 'chat')
  expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'assistant', 'assistant'])
  for (const { id } of stored.slice(4)) {
    await hook.current().resumeStream()
    expect([hook.current().messages.at(-1)?.id, textOf(hook.current().messages.at(-1))]).toEqual([id, 'All right.'])
  }
  await hook.current().resumeStream()
  expect(hook.current().messages).toHaveLength(stored.length)
})

test('what Parley said by itself before a restart is resumed after it, piece by piece, and nothing else', async () => {
  const wishes = await choosingModel()
  const rig = await startGateway(wishes)
  const { hook } = chatWith(rig, 'chat')
  await hook.current().sendMessage({ text: 'run: copy copy' })
  const asked = calls(hook.current()).flatMap(({ approval }) => (approval === undefined ? [] : [approval.id]))
  await hook.current().sendMessage({ text: 'hello' })
  for (const [index, approvalId] of asked.entries()) {
    const { approvals } = await rig.app.call('app.bootstrap', null)
    const { inputHash = '' } = approvals.find((one) => one.approvalId === approvalId) ?? {}
    await rig.app.call('approval.decide', { approvalId, inputHash, approved: false })
    await rig.app.until(() => textsOf(rig) === index + 2)
  }
  const stored = await storedThread({ rig }, 'chat')
  await rig.app.stop()
  const { app } = await startGateway({ ...wishes, port: rig.port, userDataFolder: rig.app.userDataFolder, name: 'second' })
  for (const { id } of stored.slice(4)) {
    // a connection of before the restart is found broken once
    await hook.current().resumeStream()
    if (hook.current().messages.at(-1)?.id !== id) await hook.current().resumeStream()
    expect([hook.current().messages.at(-1)?.id, textOf(hook.current().messages.at(-1))]).toEqual([id, 'All right.'])
  }
  await hook.current().resumeStream()
  expect(hook.current().messages.map(({ id }) => id)).toEqual(
    stored.map(({ id, role }, index) => (role === 'user' ? hook.current().messages[index]?.id : id)),
  )
  await app.stop()
})

test('an output in an earlier message that came too late is replaced by the one that counted, when the page resumes', async () => {
  const rig = await startGateway(await choosingModel())
  const { hook } = chatWith(rig, 'chat')
  await hook.current().sendMessage({ text: 'run: music' })
  const other = chatWith(rig, 'chat').hook
  other.current().setMessages(structuredClone(hook.current().messages))
  await other.until(({ messages }) => messages.length === 2)
  const [music] = calls(other.current())
  const give = (of: typeof hook, playing: string) =>
    of.current().addToolOutput({ tool: 'change_bgm', toolCallId: music?.toolCallId ?? '', output: { playing } })
  await hook.current().sendMessage({ text: 'hello' })
  await give(other, 'drift')
  await rig.app.until(() => textsOf(rig) === 2)
  await give(hook, 'rain')
  await hook.current().sendMessage({ text: 'hello' })
  const outputs = () => hook.current().messages.flatMap((message) => calls({ ...hook.current(), messages: [message] }))
  expect(outputs()).toMatchObject([{ output: { playing: 'rain' } }])
  await hook.current().resumeStream()
  expect(outputs()).toMatchObject([{ output: { playing: 'drift' } }])
})

test('words that are sent again after Parley has said more get their own answer, once', async () => {
  const rig = await startGateway(await choosingModel())
  const { hook } = chatWith(rig, 'chat')
  await hook.current().sendMessage({ text: 'run: copy' })
  const [copy] = calls(hook.current())
  const messages = [{ id: 'again', role: 'user', parts: [{ type: 'text', text: 'hello' }] }]
  const post = async () => {
    const headers = { ...rig.headers, 'content-type': 'application/json' }
    return (await fetch(`${rig.url}/api/chat`, { method: 'POST', headers, body: JSON.stringify({ id: 'chat', messages }) })).text()
  }
  const first = await post()
  const approvalId = copy?.approval?.id ?? ''
  const [open] = (await rig.app.call('app.bootstrap', null)).approvals
  await rig.app.call('approval.decide', { approvalId, inputHash: open?.inputHash ?? '', approved: false })
  await rig.app.until(() => textsOf(rig) === 2)
  await hook.current().resumeStream()
  const answerId = (text: string) => /"messageId":"([^"]+)"/.exec(text)?.[1]
  expect(answerId(await post())).toBe(answerId(first))
  expect((await storedThread({ rig }, 'chat')).filter(({ role }) => role === 'user')).toHaveLength(2)
})

test('an agent that connects keeps its messages in their places, and hears what waits in an earlier message', async () => {
  const rig = await startGateway(await choosingModel())
  const agent = new ConnectingAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'chat' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'run: copy' })
  await agent.runAgent()
  const waiting = agent.pendingInterrupts.map(({ id }) => id)
  // as a page that was opened again
  agent.pendingInterrupts = []
  agent.addMessage({ id: 'u2', role: 'user', content: 'hello' })
  await agent.runAgent()
  const before = agent.messages.map(({ id, role }) => [id, role])
  await agent.connectAgent()
  expect(agent.messages.map(({ id, role }) => [id, role])).toEqual(before)
  expect([before.map(([, role]) => role), agent.pendingInterrupts.map(({ id }) => id)]).toEqual([
    ['user', 'assistant', 'user', 'assistant'],
    waiting,
  ])
})

test('words that an agent sends with its answers are said, and get the response', async () => {
  const rig = await startGateway(await choosingModel())
  const agent = new ConnectingAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'chat' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'run: copy' })
  await agent.runAgent()
  agent.addMessage({ id: 'u2', role: 'user', content: 'hello' })
  await agent.runAgent({ resume: agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' })) })
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'All right.' })
  const stored = await storedThread({ rig }, 'chat')
  expect(stored.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(['run: copy', 'hello'])
  expect(stored[1]?.calls).toMatchObject([{ isOpen: false, isDone: false }])
})

test('a page that resumes after a restart, while one of its questions was answered in Parley, is not left waiting for the other', async () => {
  const wishes = await choosingModel()
  const rig = await startGateway(wishes)
  const { hook } = chatWith(rig, 'chat')
  await hook.current().sendMessage({ text: 'run: copy copy' })
  await rig.app.stop()
  const { app } = await startGateway({ ...wishes, port: rig.port, userDataFolder: rig.app.userDataFolder, name: 'second' })
  const [open] = (await app.call('app.bootstrap', null)).approvals
  await app.call('approval.decide', { approvalId: open?.approvalId ?? '', inputHash: open?.inputHash ?? '', approved: true })
  await app.until(() => app.told('approval.changed').some(({ state }) => state === 'done'))
  await hook.current().resumeStream()
  const states = calls(hook.current()).map(({ toolCallId, state }) => [toolCallId === open?.toolCallId, state])
  expect([hook.current().status, ...states]).toEqual(['ready', [true, 'output-available'], [false, 'approval-requested']])
})
