import { buildResumeArray, HttpAgent } from '@ag-ui/client'
import { toolDefinition } from '@tanstack/ai'
import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AgUiEvent } from '../../../src/shared/protocol/dialects/ag-ui-events'
import { getLocation } from '../../../src/shared/tools/get-location'
import { writeClipboard } from '../../../src/shared/tools/write-clipboard'
import { eventProblem } from '../../support/ag-ui-judge'
import { copied, modelCall, startGateway } from '../../support/gateway-rig'
import { runHook } from '../../support/react-hook'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const talk = textRecording([
  words,
  chunk(
    modelCall('weather', 'get_weather', { place: 'Kyoto' }),
    modelCall('copy', 'write_clipboard', copied),
    modelCall('music', 'change_bgm', { track: 'rain' }),
  ),
  finish(),
  answer('weather'),
  answer('copy'),
  answer('music'),
  says('All done.'),
  finish(),
  words,
  chunk(modelCall('where', 'get_location', {})),
  finish(),
  answer('where'),
  says('You are there.'),
  finish(),
])

test('the AG-UI agent requests approval, runs its own tool, sends both at once, and gets each call answered in one message', async () => {
  const rig = await startGateway({ fixtures: [talk] })
  const events: AgUiEvent[] = []
  const agent = new HttpAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'thread-1' })
  agent.subscribe({
    // the judge below says whether it is one
    onEvent: ({ event }) => void events.push(event as unknown as AgUiEvent),
  })
  const tools = [{ name: 'change_bgm', description: 'Music', parameters: { type: 'object', properties: {} } }]
  agent.addMessage({ id: 'u1', role: 'user', content: 'Do it all.' })
  await agent.runAgent({ tools })
  const [question, execution] = agent.pendingInterrupts
  expect([question?.reason, execution?.reason]).toEqual(['tool_call', 'tanstack:client_tool_execution'])
  const resume = buildResumeArray(agent.pendingInterrupts, {
    [question?.id ?? '']: { status: 'resolved', payload: { approved: true } },
    [execution?.id ?? '']: { status: 'resolved', payload: { playing: 'rain' } },
  })
  await agent.runAgent({ tools, resume })
  expect(agent.pendingInterrupts).toEqual([])
  expect(agent.messages.at(-1)?.content).toBe('All done.')
  const results = agent.messages.flatMap((message) => (message.role === 'tool' ? [JSON.parse(String(message.content))] : []))
  expect(results.map((result) => result.status ?? result.playing ?? result.source).sort()).toEqual(['example', 'rain', 'written'])
  expect(events.map(eventProblem).filter((problem) => problem !== null)).toEqual([])
})

test('an agent that reports outputs as messages gets its calls without interrupts, and the approval of the same step after them', async () => {
  const rig = await startGateway({ fixtures: [talk] })
  const headers = { ...rig.headers, 'x-tool-results': 'messages' }
  const agent = new HttpAgent({ url: `${rig.url}/api/ag-ui`, headers, threadId: 'thread-1' })
  const outcomes: unknown[] = []
  agent.subscribe({ onRunFinishedEvent: ({ event }) => void outcomes.push(event.outcome) })
  const tools = [{ name: 'change_bgm', description: 'Music', parameters: { type: 'object', properties: {} } }]
  agent.addMessage({ id: 'u1', role: 'user', content: 'Do it all.' })
  await agent.runAgent({ tools })
  // an earlier client takes no other field (`@ag-ui/client` 0.0.59)
  expect(outcomes).toEqual([{ type: 'success' }])
  const music = agent.messages
    .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .find((call) => call.function.name === 'change_bgm')
  agent.addMessage({ id: 't1', role: 'tool', toolCallId: music?.id ?? '', content: '{"playing":"rain"}' })
  await agent.runAgent({ tools })
  expect(agent.pendingInterrupts.map(({ reason }) => reason)).toEqual(['tool_call'])
  const resume = agent.pendingInterrupts.map(({ id }) => ({
    interruptId: id,
    status: 'resolved' as const,
    payload: { approved: true },
  }))
  await agent.runAgent({ tools, resume })
  expect(agent.messages.at(-1)?.content).toBe('All done.')
})

test('a cancelled interrupt withdraws the call, and one of another client is refused with an error', async () => {
  const rig = await startGateway({
    fixtures: [
      textRecording([words, chunk(modelCall('copy', 'write_clipboard', copied)), finish(), answer('copy'), says('Never mind.'), finish()]),
    ],
  })
  const agent = new HttpAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'thread-1' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'Copy.' })
  await agent.runAgent()
  const forged = await fetch(`${rig.url}/api/ag-ui`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      threadId: 'thread-1',
      runId: 'forged',
      state: {},
      messages: [],
      tools: [],
      context: [],
      forwardedProps: {},
      resume: [{ interruptId: 'approval-of-nobody', status: 'resolved', payload: true }],
    }),
  })
  expect(await forged.text()).toContain('RUN_ERROR')
  await agent.runAgent({
    resume: buildResumeArray(agent.pendingInterrupts, { [agent.pendingInterrupts[0]?.id ?? '']: { status: 'cancelled' } }),
  })
  expect(agent.messages.at(-1)?.content).toBe('Never mind.')
  const { approvals } = await rig.app.call('app.bootstrap', null)
  expect(approvals).toEqual([])
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'withdrawn'])
})

test('TanStack’s useChat does the same: typed approval, a tool of its own, and one that needs both', async () => {
  const rig = await startGateway({ fixtures: [talk] })
  const asked: string[] = []
  const counted: typeof fetch = (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
    return fetch(input, init)
  }
  const ran: string[] = []
  const tools = [
    toolDefinition({ name: 'write_clipboard', description: 'Copies', needsApproval: true, inputSchema: writeClipboard.input }).client(),
    toolDefinition({ name: 'change_bgm', description: 'Music', inputSchema: z.object({ track: z.string() }) }).client(async () => {
      ran.push('change_bgm')
      return { playing: 'rain' }
    }),
    toolDefinition({
      name: 'get_location',
      description: 'Place',
      needsApproval: true,
      inputSchema: getLocation.input,
    }).client(async () => {
      ran.push('get_location')
      return { latitude: 35, longitude: 135, accuracy: 900 }
    }),
  ] as const
  const connection = fetchServerSentEvents(`${rig.url}/api/ag-ui`, { headers: { ...rig.headers }, fetchClient: counted })
  const hook = runHook(() => useChat({ connection, tools, threadId: 'thread-1' }))
  const texts = () =>
    hook
      .current()
      .messages.flatMap(({ role, parts }) =>
        role === 'assistant' ? parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])) : [],
      )
  const resolveAll = (count: number) =>
    hook.until(({ interrupts }) => interrupts.length === count).then(({ resolveInterrupts }) => resolveInterrupts(true))

  await hook.current().sendMessage('Do it all.')
  await resolveAll(1)
  await hook.until(({ status }) => status === 'ready' && texts().length === 1)
  expect(texts()).toEqual(['All done.'])
  expect(asked).toHaveLength(2)

  await hook.current().sendMessage('Where am I?')
  expect(ran).toEqual(['change_bgm'])
  await resolveAll(1)
  await hook.until(({ status }) => status === 'ready' && texts().length === 2)
  expect(texts()).toEqual(['All done.', 'You are there.'])
  expect(ran).toEqual(['change_bgm', 'get_location'])
  expect(asked).toHaveLength(5)
  expect(hook.current().error).toBeUndefined()
})

test('a run whose connection is cut is resumed after the last event that arrived, none missing and none twice', async () => {
  const many = Array.from({ length: 40 }, (_, index) => says(`${index} `))
  const rig = await startGateway({ speed: 0.5, fixtures: [textRecording([words, ...many, finish()])] })
  let cuts = 0
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (cuts >= 2 || response.body === null) return response
    cuts += 1
    const reader = response.body.getReader()
    let pieces = 0
    const cut = new ReadableStream<Uint8Array>({
      async pull(controller) {
        pieces += 1
        const { value, done } = await reader.read()
        if (done || value === undefined) controller.close()
        else if (pieces < 6) controller.enqueue(value)
        else {
          await reader.cancel()
          controller.error(new TypeError('network error'))
        }
      },
    })
    return new Response(cut, { status: response.status, headers: response.headers })
  }
  const connection = fetchServerSentEvents(`${rig.url}/api/ag-ui`, {
    headers: { ...rig.headers },
    fetchClient: cutting,
    reconnect: { delayMs: 5 },
  })
  const hook = runHook(() => useChat({ connection, threadId: 'thread-1' }))
  await hook.current().sendMessage('Count.')
  // the hook shows the last text with its next render
  const done = await hook.until((chat) => chat.status === 'ready')
  const text = done.messages
    .flatMap(({ role, parts }) => (role === 'assistant' ? parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])) : []))
    .join('')
  expect(cuts).toBe(2)
  expect(text).toBe(Array.from({ length: 40 }, (_, index) => `${index} `).join(''))
  expect(rig.app.told('stream.chunk').filter(({ role, chunk: { type } }) => role === 'user' && type === 'start')).toHaveLength(1)
})

test('a reloaded page joins the active run: it reads the answer from its beginning to its end', async () => {
  const pieces = Array.from({ length: 40 }, (_, index) => `${index} `)
  const rig = await startGateway({ speed: 0.25, fixtures: [textRecording([words, ...pieces.map(says), finish()])] })
  const requests: string[] = []
  let runId = ''
  const noted: typeof fetch = (input, init) => {
    const url = new URL(String(input))
    if (init?.method === 'POST') runId = JSON.parse(String(init.body)).runId
    if (init?.method === 'POST' || url.searchParams.has('runId')) requests.push(`${init?.method} ${url.searchParams.get('runId') ?? ''}`)
    return fetch(input, init)
  }
  const connection = () => fetchServerSentEvents(`${rig.url}/api/ag-ui`, { headers: { ...rig.headers }, fetchClient: noted })
  const textsOf = ({ messages }: { readonly messages: ReturnType<typeof useChat>['messages'] }) =>
    messages.flatMap(({ role, parts }) =>
      role === 'assistant' ? [parts.map((part) => (part.type === 'text' ? part.content : '')).join('')] : [],
    )
  const first = connection()
  const before = runHook(() => useChat({ connection: first, threadId: 'thread-1' }))
  const asking = before.current().sendMessage('Count.')
  await before.until((chat) => textsOf(chat).join('') !== '')
  before.current().stop()
  await asking
  const initialResumeSnapshot = { resumeState: { threadId: 'thread-1', runId } }
  const second = connection()
  const after = runHook(() => useChat({ connection: second, threadId: 'thread-1', initialResumeSnapshot }))
  const done = await after.until((chat) => chat.status === 'ready' && textsOf(chat).join('') !== '')
  expect(textsOf(done)).toEqual([pieces.join('')])
  expect(requests).toEqual(['POST ', `GET ${runId}`])
})
