import { describe, expect, it } from 'vitest'
import { threadHistory } from '../../../src/main/models/thread-history'
import type { UIMessage, UIPart } from '../../../src/shared/protocol/ui-message'

const said = (role: 'user' | 'assistant', text: string, turnId = 'turn-1', parts: readonly UIPart[] = []): UIMessage => ({
  id: `${role}-${turnId}`,
  role,
  metadata: { turnId },
  parts: [{ type: 'text', text }, ...parts],
})
const none = new Set<string>()
const unchanged = () => null

describe('a thread, sent to a model without memory', () => {
  it('is who said what, without empty messages and without pending input', () => {
    const thread = [
      said('user', 'What is the weather?'),
      said('assistant', 'It rains.'),
      said('assistant', ' '),
      said('user', 'And in Oslo?', 'turn-2'),
    ]
    expect(threadHistory(thread, new Set(['turn-2']), unchanged)).toEqual([
      { role: 'user', text: 'What is the weather?' },
      { role: 'model', text: 'It rains.' },
    ])
    expect(threadHistory(thread, none, unchanged).at(-1)).toEqual({ role: 'user', text: 'And in Oslo?' })
  })

  it('keeps the answer of a turn whose input is still to be sent: only the user’s input is repeated', () => {
    const thread = [said('user', 'Pay it'), said('assistant', 'One moment.')]
    expect(threadHistory(thread, new Set(['turn-1']), unchanged)).toEqual([{ role: 'model', text: 'One moment.' }])
  })

  it('contains the played part of an interrupted answer', () => {
    const cut: UIPart = { type: 'data-interrupted', data: { heardSamples: 1, totalSamples: 2, playedCharacters: 8 } }
    expect(threadHistory([said('assistant', 'Paper is made of wood.', 'turn-1', [cut])], none, unchanged)).toEqual([
      { role: 'model', text: 'Paper is' },
    ])
  })

  it('names each call with its result', () => {
    const facts = { type: 'dynamic-tool', toolName: 'pay', input: { amount: 5 } } as const
    const parts: readonly UIPart[] = [
      { ...facts, toolCallId: 'a', state: 'output-available', output: { paid: true } },
      { ...facts, toolCallId: 'b', state: 'output-denied' },
      { ...facts, toolCallId: 'c', state: 'output-error', errorText: 'no money' },
      { ...facts, toolCallId: 'd', state: 'approval-requested' },
    ]
    expect(threadHistory([said('assistant', '', 'turn-1', parts)], none, unchanged)[0]?.text.split('\n')).toEqual([
      '[called pay({"amount":5}), result: {"paid":true}]',
      '[called pay({"amount":5}), the user did not allow it]',
      '[called pay({"amount":5}), it failed: no money]',
      '[called pay({"amount":5}), its result is still to come]',
    ])
  })

  it('has the arguments that ran if the user changed them', () => {
    const call: UIPart = {
      type: 'dynamic-tool',
      toolName: 'pay',
      toolCallId: 'a',
      input: { amount: 5 },
      state: 'output-available',
      output: { paid: true },
    }
    const edited = (toolCallId: string) => (toolCallId === 'a' ? { amount: 3 } : null)
    expect(threadHistory([said('assistant', '', 'turn-1', [call])], none, edited)[0]?.text).toBe(
      '[called pay({"amount":5}), the user changed it to pay({"amount":3}), result: {"paid":true}]',
    )
  })
})
