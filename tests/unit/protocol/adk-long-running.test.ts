import { ChatClient, stream } from 'legacy-tanstack-ai-client'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { isProvisional } from '../../../src/shared/protocol/provisional-result'
import { agUiEvents } from '../../support/ag-ui-judge'
import { messagesProblem, readMessages } from '../../support/ai-reader'
import { type Happening, play } from '../../support/converter-script'
import { dialectProblems, tanstackChunks } from '../../support/dialect-problems'
import { sketchModel } from '../../support/sketch'
import { lintStream } from '../../support/stream-lint'

const agent = (parts: readonly unknown[], more: object = {}): ConverterInput => ({
  type: 'adk',
  event: { author: 'agent', content: { role: 'model', parts }, ...more },
})
const user = (...parts: readonly unknown[]): ConverterInput => ({
  type: 'adk',
  event: { author: 'user', content: { role: 'user', parts } },
})
const answer = (response: unknown, id = 'lr1') => ({ functionResponse: { name: 'ask_boss', id, response } })
const call = (id = 'lr1') => ({ functionCall: { name: 'ask_boss', id, args: { amount: 5 } } })
const asked = agent([call()], { longRunningToolIds: ['lr1'] })
const pending = [asked, agent([answer({ status: 'pending' })]), agent([{ text: 'I have asked.' }])]

/** The output, after every judge has accepted it. */
async function outputs(...inputs: readonly Happening[]): Promise<readonly PlacedChunk[]> {
  const output = play(inputs)
  expect(lintStream(output)).toEqual([])
  expect(dialectProblems(output)).toEqual([])
  expect(await messagesProblem(await readMessages(output))).toBeNull()
  return output
}

describe('the first response of a long-running ADK tool', () => {
  it('is preliminary: the call stays open, and the agent’s output is in the next step', async () => {
    expect(sketchModel(await outputs(...pending))).toEqual([
      'start',
      'start-step',
      'tool-input-start call-1 ask_boss',
      'tool-input-available call-1 ask_boss',
      'tool-output-available call-1 {"status":"pending"} preliminary',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta "I have asked."',
      'text-end',
      'finish-step',
      'finish tool-calls',
    ])
  })

  it('is the result if its status or an error says so, and if the tool is not long-running', async () => {
    const results = async (...inputs: readonly Happening[]) =>
      sketchModel(await outputs(...inputs)).filter((line) => /^(tool-o|finish )/.test(line))
    expect(await results(asked, agent([answer({ status: 'Approved' })]), agent([{ text: 'Yes.' }]))).toEqual([
      'tool-output-available call-1 {"status":"Approved"}',
      'finish stop',
    ])
    expect(await results(agent([call()]), agent([answer({ status: 'pending' })]), agent([{ text: 'Hm.' }]))).toEqual([
      'tool-output-available call-1 {"status":"pending"}',
      'finish stop',
    ])
  })

  it.each([
    [{ status: 'pending' }, true, true],
    [{ status: 'IN_PROGRESS' }, true, true],
    [{ status: 'waiting-for approval' }, false, true],
    [{ ticket: 'T-1' }, false, true],
    [{ ticket: 'T-1' }, true, false],
    ['noted', false, true],
    ['yes', true, false],
    [null, false, true],
    [null, true, false],
    [{ status: 'failed' }, false, false],
    [{ status: ' Timed out ' }, false, false],
    [{ error: 'nobody there' }, false, false],
    [{ error: null }, false, true],
    [{ status: 7 }, true, false],
  ])('%j (sent by the user: %j) is preliminary: %j', (response, byUser, expected) => {
    expect(isProvisional(response, byUser)).toBe(expected)
  })
})

describe('the result of a long-running ADK tool, sent later by the user’s side', () => {
  const resumed = [
    'finish tool-calls',
    'start',
    'tool-output-available call-1 {"status":"approved"}',
    'start-step',
    'text-start',
    'text-delta "It is approved."',
    'text-end',
    'finish-step',
    'finish stop',
  ]

  it('continues the same message, before the first step, and its text is a part of its own', async () => {
    const output = await outputs(...pending, user(answer({ status: 'approved' })), agent([{ text: 'It is approved.' }]))
    expect(sketchModel(output).slice(11)).toEqual(resumed)
    const messages = output.reduce(foldChunk, emptyThread()).messages
    expect(messages).toHaveLength(1)
    expect(messages[0]?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'dynamic-tool', state: 'output-available', output: { status: 'approved' } },
      { type: 'step-start' },
      { type: 'text', text: 'I have asked.' },
      { type: 'step-start' },
      { type: 'text', text: 'It is approved.' },
    ])
    expect(messages[0]?.parts[1]).not.toHaveProperty('preliminary')
  })

  it('continues there even after other turns, and leaves their answers complete', async () => {
    const output = await outputs(
      ...pending,
      user({ text: 'And the weather?' }),
      agent([{ text: 'Sunny.' }]),
      user(answer({ status: 'approved' })),
      agent([{ text: 'It is approved.' }]),
      user({ text: 'Thanks.' }),
      agent([{ text: 'Welcome.' }]),
    )
    const texts = output
      .reduce(foldChunk, emptyThread())
      .messages.map(({ role, parts }) => `${role}: ${parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' | ')}`)
    expect(texts).toEqual([
      'assistant: I have asked. | It is approved.',
      'user: And the weather?',
      'assistant: Sunny.',
      'user: Thanks.',
      'assistant: Welcome.',
    ])
    const first = output.filter(({ messageId }) => messageId === output[0]?.messageId)
    expect(sketchModel(first).slice(11)).toEqual(resumed)
    expect(output.filter(({ chunk }) => chunk.type === 'finish' && chunk.finishReason === 'other')).toEqual([])
  })

  it('may come in several pieces, each replacing the previous one', async () => {
    const news = [answer({ status: 'in progress', done: 1 }), answer({ status: 'in progress', done: 2 }), answer({ done: 3 })]
    const output = await outputs(...pending, ...news.map((piece) => user(piece)), agent([{ text: 'Done.' }]))
    expect(sketchModel(output).slice(11, 16)).toEqual([
      'finish tool-calls',
      'start',
      'tool-output-available call-1 {"status":"in progress","done":1} preliminary',
      'tool-output-available call-1 {"status":"in progress","done":2} preliminary',
      'tool-output-available call-1 {"done":3}',
    ])
  })

  it('of several calls in one event pauses the answer once', async () => {
    const both = agent([call('lr1'), call('lr2')], { longRunningToolIds: ['lr1', 'lr2'] })
    const output = await outputs(
      both,
      agent([answer(1), answer(2, 'lr2')]),
      agent([{ text: 'Asked.' }]),
      user(answer('a'), answer('b', 'lr2')),
    )
    const lines = sketchModel(output)
    expect(lines.slice(lines.indexOf('finish tool-calls'))).toEqual([
      'finish tool-calls',
      'start',
      'tool-output-available call-1 "a"',
      'tool-output-available call-2 "b"',
      'finish other',
    ])
  })

  it('that comes a second time is only counted', async () => {
    const output = await outputs(
      ...pending,
      user(answer('yes')),
      agent([{ text: 'Good.' }]),
      user(answer('no')),
      agent([{ text: 'Well.' }]),
    )
    expect(sketchModel(output).filter((line) => line.startsWith('tool-output'))).toHaveLength(2)
    expect(output.filter(({ chunk }) => chunk.type === 'data-diagnostic').map(({ chunk }) => chunk)).toEqual([
      { type: 'data-diagnostic', data: { kind: 'unknown-call', count: 1 }, transient: true },
    ])
  })

  it('together with user text settles the call and begins the user’s turn', async () => {
    const output = await outputs(...pending, user(answer('yes'), { text: 'By the way, hello.' }), agent([{ text: 'Hello.' }]))
    const finishes = output.flatMap(({ chunk }) => (chunk.type === 'finish' ? [chunk.finishReason] : []))
    expect(finishes).toEqual(['tool-calls', 'stop', 'stop', 'stop'])
  })
})

describe('a call that runs already', () => {
  it('can’t get an approval or a denial any more', async () => {
    const output = await outputs(
      ...pending,
      { type: 'ask-open', index: 0, approvalId: 'p1' },
      { type: 'settle-open', index: 0, outcome: { kind: 'denied' } },
    )
    expect(sketchModel(output).filter((line) => /approval|denied|error/.test(line))).toEqual([
      'tool-output-error call-1 Denied: not allowed',
    ])
  })

  it('after a yes keeps it when its result comes in two pieces', async () => {
    const question = {
      functionCall: { name: 'adk_request_confirmation', id: 'c1', args: { originalFunctionCall: { id: 'lr1', name: 'ask_boss' } } },
    }
    const yes = { functionResponse: { name: 'adk_request_confirmation', id: 'c1', response: { confirmed: true } } }
    const output = await outputs(
      asked,
      agent([question]),
      user(yes),
      agent([answer({ status: 'pending' })]),
      user(answer('done')),
      agent([{ text: 'Ok.' }]),
    )
    expect(output.reduce(foldChunk, emptyThread()).messages[0]?.parts[1]).toMatchObject({
      state: 'output-available',
      output: 'done',
      approval: { id: 'c1', approved: true },
    })
  })
})

describe('a preliminary result in the dialects', () => {
  it('is an event of its own in AG-UI, and the call stays pending', () => {
    const events = agUiEvents(play(pending))
    expect(events.filter(({ type }) => type === 'CUSTOM')).toMatchObject([
      { name: 'tool-output-preliminary', value: { toolCallId: 'call-1', output: { status: 'pending' } } },
    ])
    expect(events.some(({ type }) => type === 'TOOL_CALL_RESULT')).toBe(false)
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success', pendingToolCallIds: ['call-1'] } })
  })

  it('is what older TanStack clients show as the result until it comes, and the stream stays open', async () => {
    const further = [agent([answer({ status: 'pending' })]), agent([answer({ status: 'working' })])]
    const chunks = tanstackChunks(await outputs(...pending, ...further, user(answer('yes')), agent([{ text: 'Good.' }])))
    const told = chunks.flatMap((chunk) => (chunk.type === 'tool_result' ? [chunk.content] : []))
    expect(told).toEqual(['{"status":"pending"}', '{"status":"working"}', '"yes"'])
    expect(chunks.at(-1)).toMatchObject({ type: 'done', finishReason: 'stop' })
    const shown: unknown[] = []
    let requests = 0
    const client = new ChatClient({
      connection: stream(async function* () {
        requests += 1
        for (const chunk of chunks) {
          // the chunks have crossed a wire by then: their types are the client's own
          yield JSON.parse(JSON.stringify(chunk)) as never
          if (chunk.type === 'tool_result')
            shown.push(
              ...client.getMessages().flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.content] : []))),
            )
        }
      }),
    })
    await client.sendMessage('Ask my boss.')
    expect({ shown, requests }).toEqual({ shown: told, requests: 1 })
  })
})
