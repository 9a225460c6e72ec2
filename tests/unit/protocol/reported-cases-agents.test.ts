import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import type { ToolPart, UIMessage } from '../../../src/shared/protocol/ui-message'
import { ask, convert, deny, end, expectLegal, pause, result } from '../../support/call-inputs'
import { live } from '../../support/converter-script'

// Problems that users of ADK, of Gemini and of agent protocols reported, on the input side.

const adk = (parts: readonly unknown[], more: object = {}): ConverterInput => ({
  type: 'adk',
  event: { author: 'agent', content: { role: 'model', parts }, ...more },
})
const call = (name: string, id: string | undefined, args: object = {}) => ({ functionCall: { name, id, args } })
const confirmation = (id: string, original: object) =>
  call('adk_request_confirmation', id, { originalFunctionCall: original, toolConfirmation: { hint: 'Pay?' } })
const answered = (id: string, confirmed: unknown): ConverterInput => ({
  type: 'adk',
  event: { author: 'user', content: { parts: [{ functionResponse: { name: 'adk_request_confirmation', id, response: { confirmed } } }] } },
})

const messagesOf = (output: readonly PlacedChunk[]): readonly UIMessage[] => output.reduce(foldChunk, emptyThread()).messages
const toolsOf = (output: readonly PlacedChunk[]): readonly ToolPart[] =>
  messagesOf(output).flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))
const textOf = (output: readonly PlacedChunk[]) =>
  messagesOf(output).flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
const typesOf = (output: readonly PlacedChunk[]) => output.map(({ chunk }) => chunk.type)

describe('calls of an agent', () => {
  // google/adk-python#4609, ag-ui-protocol/ag-ui#1168, ag-ui-protocol/ag-ui#968
  it('are one call if a partial and the whole event show it under two ids', async () => {
    const output = convert(adk([call('pay', 'adk-1')], { partial: true }), adk([call('pay', 'adk-2')]), end)
    expect(toolsOf(output)).toMatchObject([{ callProviderMetadata: { google: { callId: 'adk-2' } } }])
    await expectLegal(output)
  })

  // ag-ui-protocol/ag-ui#1334, google/adk-java#1357
  it('in parallel to one tool are as many as there are, each with its own result', async () => {
    const parallel = [call('pay', undefined, { n: 1 }), call('pay', undefined, { n: 2 }), call('pay', undefined, { n: 2 })]
    const output = convert(adk(parallel), result('call-2', 'second'), result('call-1', 'first'), result('call-3', 'third'), end)
    expect(toolsOf(output).map((part) => [part.input, part.state === 'output-available' ? part.output : null])).toEqual([
      [{ n: 1 }, 'first'],
      [{ n: 2 }, 'second'],
      [{ n: 2 }, 'third'],
    ])
    await expectLegal(output)
  })

  // google/adk-python#6732
  it('that need no approval keep their results over the pause for those that do', async () => {
    const output = convert(
      adk([call('look', 'a'), call('pay', 'b')]),
      ask('call-2', 'p1'),
      result('call-1', 'seen'),
      pause,
      deny('call-2'),
      adk([{ text: 'Then not.' }]),
      end,
    )
    expect(toolsOf(output).map(({ state }) => state)).toEqual(['output-available', 'output-denied'])
    const finish = typesOf(output).indexOf('finish')
    expect(typesOf(output).indexOf('tool-output-available')).toBeLessThan(finish)
    await expectLegal(output)
  })

  // google/adk-python#7148, google/adk-python#3018, google/adk-go#876
  it('that were declined have no result, even if one comes', async () => {
    const response = { functionResponse: { name: 'pay', id: 'a', response: { paid: true } } }
    const output = convert(adk([call('pay', 'a'), confirmation('q', { name: 'pay', id: 'a' })]), answered('q', false), adk([response]), end)
    expect(toolsOf(output).map(({ state }) => state)).toEqual(['output-denied'])
    await expectLegal(output)
  })

  // google/adk-python#3018
  it('do not count as run before the user answered: the agent’s placeholder is no result', async () => {
    const standIn = { functionResponse: { name: 'pay', id: 'a', response: { error: 'This tool call requires confirmation.' } } }
    const asking = [adk([call('pay', 'a'), confirmation('q', { name: 'pay', id: 'a' })]), adk([standIn])]
    expect(toolsOf(convert(...asking)).map(({ state }) => state)).toEqual(['approval-requested'])
    const paid = adk([{ functionResponse: { name: 'pay', id: 'a', response: { paid: true } } }])
    const output = convert(...asking, pause, answered('q', true), paid, end)
    expect(toolsOf(output)).toMatchObject([{ state: 'output-available', output: { paid: true } }])
    await expectLegal(output)
  })

  // assistant-ui/assistant-ui#5901
  it('get their output under their own id, and the answer under the id of the approval; text is no answer', async () => {
    const asking = [adk([call('pay', 'a'), confirmation('q', { name: 'pay', id: 'a' })]), pause]
    const words = { functionResponse: { name: 'adk_request_confirmation', id: 'q', response: { result: 'Approved by user' } } }
    const output = convert(...asking, { type: 'adk', event: { author: 'user', content: { parts: [words] } } }, end)
    expect(toolsOf(output).map(({ state }) => state)).toEqual(['output-denied'])
    expect(output.flatMap(({ chunk }) => (chunk.type === 'tool-approval-request' ? [chunk] : []))).toEqual([
      { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'call-1' },
    ])
    await expectLegal(output)
  })
})

describe('text of an agent', () => {
  // ag-ui-protocol/ag-ui#742, google/adk-js#261
  it('that was streamed is not repeated by the whole event', () => {
    const output = convert(
      adk([{ text: 'Hel' }], { partial: true }),
      adk([{ text: 'lo.' }], { partial: true }),
      adk([{ text: 'Hello.' }], { partial: false }),
      end,
    )
    expect(textOf(output)).toEqual(['Hello.'])
  })

  // google/adk-python#4793
  it('of the next model call is in a step of its own, in the same message', async () => {
    const output = convert(adk([{ text: 'First.' }]), adk([{ text: 'Second.' }]), end)
    expect(messagesOf(output)).toHaveLength(1)
    expect(messagesOf(output)[0]?.parts.map(({ type }) => type)).toEqual(['step-start', 'text', 'step-start', 'text'])
    await expectLegal(output)
  })
})

describe('a pause', () => {
  // google/adk-python#5407, ag-ui-protocol/ag-ui#2031
  it('ends the response with an outcome that says so, at the call and not at the end of the turn', async () => {
    const calls = convert(live.said('One moment.'), live.call('pay'))
    expect(typesOf(calls).slice(-2)).toEqual(['tool-input-start', 'tool-input-available'])
    const output = convert(live.said('One moment.'), live.call('pay'), ask('call-1', 'p1'), pause)
    expect(output.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason: 'tool-calls' })
    await expectLegal(output)
  })

  // TanStack/ai#1244
  it('is the only end of its response, and every response has exactly one', () => {
    const output = convert(
      live.call('look'),
      result('call-1', 'seen'),
      live.call('pay'),
      ask('call-2', 'p1'),
      pause,
      deny('call-2'),
      live.said('Then not.'),
      live.complete(),
      live.complete(),
      end,
    )
    let open = 0
    for (const { chunk } of output) {
      if (chunk.type === 'start') open += 1
      if (chunk.type === 'finish') open -= 1
      expect(open === 0 || open === 1).toBe(true)
    }
    expect(open).toBe(0)
  })

  // google/adk-python#4902
  it('answered after the turn was complete is settled once, without further output', async () => {
    const output = convert(
      live.said('I will pay.'),
      live.call('pay'),
      ask('call-1', 'p1'),
      pause,
      live.complete(),
      result('call-1', 'paid'),
      result('call-1', 'paid'),
      end,
    )
    expect(typesOf(output).filter((type) => type === 'tool-output-available')).toHaveLength(1)
    expect(textOf(output)).toEqual(['I will pay.'])
    await expectLegal(output)
  })
})

describe('one call', () => {
  // TanStack/ai#519, TanStack/ai#859
  it('is begun once, available once and settled once', () => {
    const again = live.frame({ toolCall: { functionCalls: [{ name: 'pay', args: { n: 1 }, id: 'a' }] } })
    const output = convert(again, again, result('call-1', 'paid'), result('call-1', 'paid'), live.complete())
    const ofCall = output.flatMap(({ chunk }) => ('toolCallId' in chunk ? [`${chunk.type} ${chunk.toolCallId}`] : []))
    expect(ofCall).toEqual(['tool-input-start call-1', 'tool-input-available call-1', 'tool-output-available call-1'])
  })

  // TanStack/ai#412
  it('that a tool of the server settled does not end the response as if it waited', () => {
    const output = convert(live.call('look'), result('call-1', 'seen'), live.said('Sunny.'), live.complete())
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
  })
})
