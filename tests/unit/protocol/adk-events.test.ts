import { describe, expect, it } from 'vitest'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { messagesProblem, readMessages } from '../../support/ai-reader'
import { play } from '../../support/converter-script'
import { sketchModel } from '../../support/sketch'
import { lintStream } from '../../support/stream-lint'

const agent = (parts: readonly unknown[], more: object = {}): ConverterInput => ({
  type: 'adk',
  event: { author: 'agent', content: { parts }, ...more },
})
const user = (parts: readonly unknown[]): ConverterInput => ({ type: 'adk', event: { author: 'user', content: { role: 'user', parts } } })
const call = (name: string, id: string, args: object = {}) => ({ functionCall: { name, id, args } })
const response = (name: string, id: string, answer: unknown) => ({ functionResponse: { name, id, response: answer } })
const confirm = (id: string, original: string, name = 'pay') =>
  call('adk_request_confirmation', id, { originalFunctionCall: { id: original, name }, toolConfirmation: { hint: 'Pay?' } })
const outputs = (...inputs: readonly ConverterInput[]) => {
  const output = play(inputs)
  expect(lintStream(output)).toEqual([])
  return output
}

describe('ADK text', () => {
  it('streamed and then aggregated appears once; additions of the aggregate are kept', () => {
    const partial = { partial: true }
    const output = outputs(
      agent([{ text: 'The museum ' }], partial),
      agent([{ text: 'opens' }], partial),
      agent([{ text: 'The museum opens at ten.' }], { finishReason: 'STOP' }),
    )
    expect(output.reduce(foldChunk, emptyThread()).messages[0]?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'The museum opens at ten.' },
    ])
  })

  it('of an event without a finish reason is complete; partial text is not', () => {
    expect(outputs(agent([{ text: 'Hi.' }])).at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
    expect(outputs(agent([{ text: 'Hi.' }], { partial: true })).at(-1)?.chunk).toMatchObject({ finishReason: 'other' })
  })

  it('of a second agent is in a new step of the same answer', () => {
    const output = outputs(agent([{ text: 'First.' }], { finishReason: 'STOP' }), agent([{ text: 'Second.' }], { finishReason: 'STOP' }))
    expect(sketchModel(output).filter((line) => line === 'start-step')).toHaveLength(2)
    expect(sketchModel(output).filter((line) => line === 'start')).toHaveLength(1)
  })

  it("of the user is the user's, and begins a turn", () => {
    const output = outputs(
      user([{ text: 'Which day?' }]),
      agent([{ text: 'Thursday.' }]),
      user([{ text: 'When?' }]),
      agent([{ text: 'At seven.' }]),
    )
    expect(output.reduce(foldChunk, emptyThread()).messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })
})

describe('ADK calls', () => {
  it('of partial events wait for the whole event, which changes their ids', () => {
    const output = outputs(agent([call('pay', 'partial-id')], { partial: true }), agent([call('pay', 'final-id')]))
    expect(sketchModel(output).filter((line) => line.startsWith('tool-input-available'))).toHaveLength(1)
  })

  it('get results by id, and by name without an id', () => {
    const output = outputs(
      agent([call('pay', 'a'), call('tell', 'b')]),
      agent([response('tell', 'b', { ok: 1 }), { functionResponse: { name: 'pay', response: { ok: 2 } } }]),
    )
    expect(sketchModel(output).filter((line) => line.startsWith('tool-output'))).toEqual([
      'tool-output-available call-2 {"ok":1}',
      'tool-output-available call-1 {"ok":2}',
    ])
  })
})

describe("ADK's question", () => {
  const asked = [agent([call('pay', 'm1')]), agent([confirm('c1', 'm1')]), agent([response('pay', 'm1', { error: 'Waiting.' })])]

  it('is the approval request of the call it wraps, under its own id; the placeholder is no result', () => {
    expect(sketchModel(outputs(...asked))).toEqual([
      'start',
      'start-step',
      'tool-input-start call-1 pay',
      'tool-input-available call-1 pay',
      'tool-approval-request call-1 c1',
      'finish-step',
      'finish tool-calls',
    ])
  })

  it('approved waits for the result, in a continuation of the same message', () => {
    const output = outputs(
      ...asked,
      user([response('adk_request_confirmation', 'c1', { confirmed: true })]),
      agent([response('pay', 'm1', { paid: true })]),
      agent([{ text: 'Paid.' }]),
    )
    expect(sketchModel(output).slice(6)).toEqual([
      'finish tool-calls',
      'start',
      'tool-output-available call-1 {"paid":true}',
      'start-step',
      'text-start',
      'text-delta "Paid."',
      'text-end',
      'finish-step',
      'finish stop',
    ])
  })

  it.each([
    [{ confirmed: false }],
    [{ confirmed: 'true' }],
    [{ confirmed: 1 }],
    [{}],
    [null],
    [{ response: '{"confirmed":"true"}' }],
    [{ response: 'yes' }],
  ])('answered %j is denied at once, and the error that follows is no result', (answer) => {
    const output = outputs(
      ...asked,
      user([response('adk_request_confirmation', 'c1', answer)]),
      agent([response('pay', 'm1', { error: 'declined' })]),
    )
    expect(sketchModel(output).filter((line) => line.startsWith('tool-output'))).toEqual(['tool-output-denied call-1'])
  })

  it("approved through ADK's web client is approved", () => {
    const output = outputs(
      ...asked,
      user([response('adk_request_confirmation', 'c1', { response: '{"confirmed":true}' })]),
      agent([response('pay', 'm1', 1)]),
    )
    expect(sketchModel(output)).toContain('tool-output-available call-1 1')
  })

  it('about an unknown call, asked again, or answered without being open is counted', () => {
    const stranger = { ...confirm('c9', 'nobody') }
    const yes = response('adk_request_confirmation', 'c1', { confirmed: true })
    const output = outputs(
      ...asked,
      agent([stranger]),
      agent([confirm('c1', 'm1')]),
      user([yes]),
      user([yes]),
      agent([response('pay', 'm1', 1)]),
    )
    expect(output.flatMap(({ chunk }) => (chunk.type === 'data-diagnostic' ? [chunk.data] : []))).toEqual([
      { kind: 'unknown-call', count: 1 },
      { kind: 'late-question', count: 1 },
      { kind: 'late-answer', count: 1 },
    ])
  })

  it('asked again under another name is the same question: an answer to either counts, once', () => {
    const again = [...asked, agent([confirm('c2', 'm1')])]
    for (const [first, second] of [
      ['c1', 'c2'],
      ['c2', 'c1'],
    ] as const) {
      const answers = [first, second].map((id, index) => user([response('adk_request_confirmation', id, { confirmed: index === 0 })]))
      const output = outputs(...again, ...answers, agent([response('pay', 'm1', 'paid')]), agent([{ text: 'Paid.' }]))
      expect(sketchModel(output).filter((line) => /approval|output|finish /.test(line))).toEqual([
        'tool-approval-request call-1 c1',
        'finish tool-calls',
        'tool-output-available call-1 "paid"',
        'finish stop',
      ])
    }
  })

  it('asked again after a yes, and answered with no, ends the call with an error: the yes stays in the message', async () => {
    const output = outputs(
      ...asked,
      user([response('adk_request_confirmation', 'c1', { confirmed: true })]),
      agent([confirm('c2', 'm1')]),
      agent([response('pay', 'm1', { error: 'Waiting.' })]),
      user([response('adk_request_confirmation', 'c2', { confirmed: false })]),
      agent([{ text: 'Not paid.' }]),
    )
    expect(sketchModel(output).filter((line) => /approval|output/.test(line))).toEqual([
      'tool-approval-request call-1 c1',
      expect.stringMatching(/^tool-output-error call-1 /),
    ])
    const messages = await readMessages(output)
    expect(messages[0]?.parts[1]).toMatchObject({ state: 'output-error', approval: { id: 'c1', approved: true } })
    expect(await messagesProblem(messages)).toBeNull()
    // the result of a denial
    const denied = JSON.parse(JSON.stringify(messages).replace('output-error', 'output-denied'))
    expect(await messagesProblem(denied)).not.toBeNull()
  })

  it('is not lost when the user says something else before the answer: what follows belongs to the call', () => {
    const output = outputs(
      ...asked,
      user([{ text: 'And the weather?' }]),
      agent([{ text: 'Sunny.' }]),
      user([response('adk_request_confirmation', 'c1', { confirmed: true })]),
      agent([response('pay', 'm1', 'paid')]),
      agent([{ text: 'It is paid.' }]),
    )
    const [first, , second] = output.reduce(foldChunk, emptyThread()).messages
    expect(first?.parts.at(-1)).toMatchObject({ type: 'text', text: 'It is paid.' })
    expect(second?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'Sunny.' }])
  })

  it('does not affect the results of other calls', () => {
    const output = outputs(
      agent([call('pay', 'm1'), call('look', 'm2')]),
      agent([confirm('c1', 'm1')]),
      agent([response('pay', 'm1', { error: 'Waiting.' }), response('look', 'm2', 'seen')]),
    )
    expect(sketchModel(output).slice(6)).toEqual([
      'tool-approval-request call-1 c1',
      'tool-output-available call-2 "seen"',
      'finish-step',
      'finish tool-calls',
    ])
  })
})

describe('ADK errors', () => {
  it('that are the reason of an empty answer end the answer as that reason does', () => {
    const ended = (errorCode: string, before: readonly ConverterInput[] = []) =>
      outputs(...before, { type: 'adk', event: { author: 'agent', errorCode, errorMessage: 'why' } })
    expect(ended('SAFETY').map(({ chunk }) => chunk)).toEqual([
      { type: 'start', messageId: 'message-1', messageMetadata: { turnId: 'turn-1' } },
      { type: 'finish', finishReason: 'content-filter', messageMetadata: { rawFinishReason: 'SAFETY', finishMessage: 'why' } },
    ])
    const cut = ended('MAX_TOKENS', [agent([{ text: 'Half' }], { partial: true })])
    expect(sketchModel(cut).slice(-2)).toEqual(['finish-step', 'finish length'])
    expect(sketchModel(ended('MALFORMED_FUNCTION_CALL'))).toEqual(['start', 'error why', 'finish error'])
  })

  it('are reported as text, even without a code', () => {
    expect(sketchModel(outputs({ type: 'adk', event: { author: 'agent', errorMessage: 'It broke.' } }))).toEqual([
      'start',
      'error It broke.',
      'finish error',
    ])
    const output = outputs({
      type: 'adk',
      event: { author: 'agent', errorCode: 'RESOURCE_EXHAUSTED', errorMessage: 'The quota is used up.' },
    })
    expect(sketchModel(output)).toEqual(['start', 'error The quota is used up.', 'finish error'])
  })

  it('that follow one another in one answer are reported once', () => {
    const broken = { type: 'adk', event: { author: 'agent', errorCode: 'UNAVAILABLE', errorMessage: 'It broke.' } } as const
    const again = { type: 'adk', event: { author: 'agent', errorMessage: 'It is still broken.' } } as const
    expect(sketchModel(outputs(broken, again))).toEqual(['start', 'error It broke.', 'finish error'])
    const asks = user([{ text: 'And now?' }])
    expect(sketchModel(outputs(asks, broken, asks, again)).filter((line) => line.startsWith('error'))).toHaveLength(2)
  })
})

describe('an ADK event that is delivered again', () => {
  const event = (id: string, text: string, more: object = {}): ConverterInput => ({
    type: 'adk',
    event: { id, author: 'agent', content: { parts: [{ text }] }, ...more },
  })
  const textOf = (output: ReturnType<typeof outputs>) => output.flatMap(({ chunk }) => (chunk.type === 'text-delta' ? [chunk.delta] : []))

  it('adds nothing and is counted, at once or after others', () => {
    const output = outputs(event('e1', 'One.'), event('e1', 'One.'), event('e2', 'Two.'), event('e1', 'One.'))
    expect(textOf(output)).toEqual(['One.', 'Two.'])
    expect(output).toContainEqual(
      expect.objectContaining({ chunk: { type: 'data-diagnostic', data: { kind: 'repeated-event', count: 2 }, transient: true } }),
    )
  })

  it('is recognized by its content as well, and pieces of one stream may share an id', () => {
    const output = outputs(event('e1', 'Ha', { partial: true }), event('e1', 'Ha', { partial: true }), event('e1', 'HaHa'))
    expect(textOf(output)).toEqual(['Ha', 'Ha'])
    expect(textOf(outputs(event('e1', 'One.'), event('e1', 'Two.')))).toEqual(['One.', 'Two.'])
    expect(textOf(outputs(event('e1', 'One.'), event('e2', 'One.')))).toEqual(['One.', 'One.'])
  })
})

describe('a stored ADK session', () => {
  it('with only finished transcripts has the same text in the same two turns', () => {
    const said = (author: string, field: string, text: string): ConverterInput => ({
      type: 'adk',
      event: { author, [field]: { text, finished: true } },
    })
    const turn = [
      said('user', 'inputTranscription', 'Next.'),
      said('agent', 'outputTranscription', 'Here.'),
      { type: 'adk', event: { author: 'agent', turnComplete: true } } as const,
    ]
    const messages = outputs(...turn, ...turn).reduce(foldChunk, emptyThread()).messages
    expect(messages.map(({ role, parts }) => [role, parts.at(-1)])).toMatchObject([
      ['user', { text: 'Next.' }],
      ['assistant', { text: 'Here.' }],
      ['user', { text: 'Next.' }],
      ['assistant', { text: 'Here.' }],
    ])
  })
})

describe('ADK spelling', () => {
  it('does not matter, and the keys of arguments and results are unchanged', () => {
    const camel = [
      agent([{ ...call('look', 'k', { item_name: 1 }), thoughtSignature: 'S==' }]),
      agent([response('look', 'k', { in_stock: 3, nextDelivery: 1 })]),
    ]
    const snake: readonly ConverterInput[] = [
      {
        type: 'adk',
        event: {
          author: 'agent',
          content: { parts: [{ function_call: { name: 'look', id: 'k', args: { item_name: 1 } }, thought_signature: 'S==' }] },
        },
      },
      {
        type: 'adk',
        event: {
          author: 'agent',
          content: { parts: [{ function_response: { name: 'look', id: 'k', response: { in_stock: 3, nextDelivery: 1 } } }] },
        },
      },
    ]
    expect(outputs(...snake)).toEqual(outputs(...camel))
  })
})
