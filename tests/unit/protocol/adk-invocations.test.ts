import { describe, expect, it } from 'vitest'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { play } from '../../support/converter-script'
import { sketchModel } from '../../support/sketch'
import { lintStream } from '../../support/stream-lint'

const event = (author: string, invocationId: string | undefined, parts: readonly unknown[], more: object = {}): ConverterInput => ({
  type: 'adk',
  event: { author, invocationId, content: { role: author === 'user' ? 'user' : 'model', parts }, ...more },
})
const asks = (run: string | undefined, text: string) => event('user', run, [{ text }])
const says = (run: string | undefined, text: string, more: object = {}) => event('agent', run, [{ text }], more)
const call = (name: string, id: string, args: object = {}) => ({ functionCall: { name, id, args } })
const response = (name: string, id: string, answer: unknown) => ({ functionResponse: { name, id, response: answer } })
const question = call('adk_request_confirmation', 'c1', { originalFunctionCall: { id: 'm1', name: 'pay' } })

function told(...inputs: readonly ConverterInput[]) {
  const output = play(inputs)
  expect(lintStream(output)).toEqual([])
  const { messages } = output.reduce(foldChunk, emptyThread())
  return {
    output,
    texts: messages.map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|')),
    passedBy: output.flatMap(({ chunk }) => (chunk.type === 'data-diagnostic' ? [chunk.data] : [])),
  }
}

describe('late output of an earlier ADK run after the user’s next message', () => {
  it('is not part of the answer to it, and is counted', () => {
    const { texts, passedBy } = told(
      asks('i1', 'Tell me a story.'),
      says('i1', 'Once upon ', { partial: true }),
      asks('i2', 'Stop. What time is it?'),
      says('i1', 'a time', { partial: true }),
      says('i2', 'It is nine.'),
      says('i1', 'Once upon a time there was a king.', { finishReason: 'STOP', turnComplete: true }),
      says('i2', 'In the evening.'),
    )
    expect(texts).toEqual(['Tell me a story.', 'Once upon ', 'Stop. What time is it?', 'It is nine.|In the evening.'])
    expect(passedBy).toEqual([{ kind: 'late-output', count: 2 }])
  })

  it('still settles the calls of that run, in their own message', () => {
    const { output } = told(
      asks('i1', 'Pay.'),
      event('agent', 'i1', [call('pay', 'm1')]),
      asks('i2', 'And the weather?'),
      event('agent', 'i1', [response('pay', 'm1', 'paid'), { text: 'Done.' }]),
      says('i2', 'Sunny.'),
    )
    expect(sketchModel(output)).toContain('tool-output-available call-1 "paid"')
    expect(sketchModel(output).filter((line) => line.startsWith('text-delta'))).toEqual(['text-delta "Sunny."'])
  })

  it.each([['i1'], ['i3'], [undefined]])('counts again when the user answers its question (in run %s)', (run) => {
    const { texts } = told(
      asks('i1', 'Pay.'),
      event('agent', 'i1', [call('pay', 'm1')]),
      event('agent', 'i1', [question]),
      asks('i2', 'And the weather?'),
      says('i2', 'Sunny.'),
      event('user', run, [response('adk_request_confirmation', 'c1', { confirmed: true })]),
      event('agent', run ?? 'i1', [response('pay', 'm1', 'paid')]),
      says(run ?? 'i1', 'It is paid.'),
    )
    expect(texts).toEqual(['Pay.', 'It is paid.', 'And the weather?', 'Sunny.'])
  })

  it('is distinguished from the output of one run in all the turns of a live session, or without a name', () => {
    for (const run of ['live', undefined]) {
      const { texts, passedBy } = told(asks(run, 'One?'), says(run, 'One.'), asks(run, 'Two?'), says(run, 'Two.'))
      expect(texts).toEqual(['One?', 'One.', 'Two?', 'Two.'])
      expect(passedBy).toEqual([])
    }
  })
})
