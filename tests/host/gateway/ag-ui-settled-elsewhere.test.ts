import { HttpAgent, type RunAgentInput } from '@ag-ui/client'
import { expect, test } from 'vitest'
import type { AgUiEvent } from '../../../src/shared/protocol/dialects/ag-ui-events'
import { eventProblem } from '../../support/ag-ui-judge'
import { copyThenSay, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { jumpingClock } from '../../support/jumping-clock'
import { paperDesktop } from '../../support/paper-desktop'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

/** The agent of AG-UI, whose `connectAgent` asks the same address. */
class ConnectingAgent extends HttpAgent {
  protected override connect(input: RunAgentInput) {
    return this.run(input)
  }
}

function agentOf({ url, headers }: GatewayRig) {
  const agent = new ConnectingAgent({ url: `${url}/api/ag-ui`, headers: { ...headers }, threadId: 'thread-1' })
  const events: AgUiEvent[] = []
  agent.subscribe({
    // the judge says whether it is one
    onEvent: ({ event }) => void events.push(event as unknown as AgUiEvent),
  })
  return { agent, events, problems: () => events.map(eventProblem).filter((problem) => problem !== null) }
}

const results = ({ messages }: HttpAgent) =>
  messages.flatMap((message) => (message.role === 'tool' ? [JSON.parse(String(message.content))] : []))

test('an approval that expired is told as the result of its call when the agent answers it, with what was said meanwhile', async () => {
  const clock = jumpingClock()
  const copies = copyThenSay('Too late.')
  const rig = await startGateway({ clock, fixtures: [copies] })
  const { agent, events, problems } = agentOf(rig)
  agent.addMessage({ id: 'u1', role: 'user', content: 'Copy it.' })
  await agent.runAgent()
  clock.jump(121_000)
  await rig.app.until(() => rig.app.told('stream.chunk').some(({ chunk: { type } }) => type === 'text-end'))
  const resume = agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: 'resolved' as const, payload: { approved: true } }))
  await agent.runAgent({ resume })
  expect([results(agent), agent.messages.at(-1)?.content, agent.pendingInterrupts]).toEqual([
    [{ error: 'The user did not allow this call.', denied: true }],
    'Too late.',
    [],
  ])
  expect([events.some(({ type }) => type === 'RUN_ERROR'), problems()]).toEqual([false, []])
})

test('an agent that connects gets the messages and what waits, and its answer counts', async () => {
  const copies = copyThenSay('Copied.')
  const rig = await startGateway({ fixtures: [copies] })
  const first = agentOf(rig)
  first.agent.addMessage({ id: 'u1', role: 'user', content: 'Copy it.' })
  await first.agent.runAgent()
  const { agent, problems } = agentOf(rig)
  await agent.connectAgent()
  expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  const [interrupt] = agent.pendingInterrupts
  await agent.runAgent({ resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { approved: true } }] })
  expect([results(agent).map(({ status }) => status), agent.messages.at(-1)?.content, problems()]).toEqual([['written'], 'Copied.', []])
})

test('an output as a plain tool message counts, and what Parley does not use is named', async () => {
  const plays = textRecording([
    words,
    chunk(modelCall('music', 'change_bgm', { track: 'rain' })),
    finish(),
    answer('music'),
    says('It rains.'),
    finish(),
  ])
  const rig = await startGateway({ fixtures: [plays] })
  const tool = (name: string) => ({ name, description: '', parameters: { type: 'object', properties: {} } })
  const post = async (runId: string, messages: readonly object[]) => {
    const tools = [tool('change_bgm'), tool('paint')]
    const body = {
      threadId: 't',
      runId,
      messages,
      tools,
      state: { page: 1 },
      context: [{ description: 'page', value: '1' }],
      forwardedProps: {},
    }
    const headers = { ...rig.headers, 'content-type': 'application/json' }
    return (await fetch(`${rig.url}/api/ag-ui`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }
  const asked = [
    { id: 's1', role: 'system', content: 'Be brief.' },
    { id: 'u1', role: 'user', content: 'Play rain.' },
  ]
  const given = await post('r1', asked)
  expect(given).toContain('"fields":["system messages","context","state","tool paint"]')
  const id = /"type":"TOOL_CALL_START","toolCallId":"([^"]+)"/.exec(given)?.[1]
  const call = { id, type: 'function', function: { name: 'change_bgm', arguments: '{"track":"rain"}' } }
  const output = { id: 'o1', role: 'tool', toolCallId: id, content: '{"playing":"rain"}' }
  const ended = await post('r2', [...asked, { id: 'a1', role: 'assistant', content: '', toolCalls: [call] }, output])
  expect(ended).toContain('It rains.')
  expect(ended).not.toContain('RUN_ERROR')
})

test('an answer to one of three calls is told the rest of a response that had begun before it, and has ended', async () => {
  const names = ['a', 'b', 'c']
  const copies = textRecording([
    words,
    chunk(...names.map((name) => modelCall(name, 'write_clipboard', { text: name }))),
    finish(),
    ...names.map(answer),
    says('Done.'),
    finish(),
  ])
  let copy = (): void => undefined
  const desktop = paperDesktop({
    writeClipboard: () =>
      new Promise((resolve) => {
        copy = resolve
      }),
  })
  const rig = await startGateway({ fixtures: [copies], desktop })
  const { agent, problems } = agentOf(rig)
  agent.addMessage({ id: 'u1', role: 'user', content: 'Copy all.' })
  await agent.runAgent()
  const states = () => rig.app.told('approval.changed').map(({ state }) => state)
  const [running, denied] = rig.app.told('approval.changed')
  for (const [asked, approved] of [[running, true] as const, [denied, false] as const])
    await rig.app.call('approval.decide', { approvalId: asked?.approvalId ?? '', inputHash: asked?.inputHash ?? '', approved })
  const resume = agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: 'resolved' as const, payload: { approved: false } }))
  const run = agent.runAgent({ resume })
  await rig.app.until(() => states().filter((state) => state === 'denied').length === 2)
  copy()
  await run
  expect([results(agent).length, agent.messages.at(-1)?.content, agent.pendingInterrupts, problems()]).toEqual([3, 'Done.', [], []])
})
