import { expect, test } from 'vitest'
import { createConversionTrace } from '../../../src/main/diagnostics/inspector/conversion-trace'
import { createFakeClock } from '../../support/fake-clock'

test('the steps of all conversations together are bounded: those of the longest silent go first, and numbers go on', () => {
  const trace = createConversionTrace({ onEvent: () => ({ dispose: () => undefined }) }, createFakeClock())
  const mark = (conversationId: string, times: number): void => {
    for (let time = 0; time < times; time += 1) trace.mark(conversationId, 'key-down')
  }
  const held = (conversationId: string) => {
    const { first, steps } = trace.steps(conversationId)
    return [first, steps.length]
  }
  for (let number = 0; number < 100; number += 1) mark(`conversation-${number}`, 200)
  expect([held('conversation-0'), held('conversation-99')]).toEqual([
    [0, 200],
    [0, 200],
  ])
  mark('conversation-0', 1)
  expect([held('conversation-1'), held('conversation-99'), held('conversation-0')]).toEqual([
    [200, 0],
    [0, 200],
    [0, 201],
  ])
  trace.erase('conversation-0')
  mark('conversation-99', 10_200)
  expect(held('conversation-99')).toEqual([0, 10_400])
})
