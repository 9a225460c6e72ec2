import { expect, test } from 'vitest'
import { createConversionTrace } from '../../../src/main/diagnostics/inspector/conversion-trace'
import { createFlightRecorder } from '../../../src/main/diagnostics/recording/flight-recorder'
import { createFakeClock } from '../../support/fake-clock'

test('the steps of all conversations together are bounded: those of the longest silent go first, and numbers go on', () => {
  const trace = createConversionTrace({ onEvent: () => ({ dispose: () => undefined }), firstIndex: () => 0 }, createFakeClock())
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

test('steps are forgotten with the wire traffic that they belong to, and so are conversations of which nothing is left', () => {
  const clock = createFakeClock()
  const flight = createFlightRecorder(clock, { milliseconds: 60_000, characters: 10_000 })
  const trace = createConversionTrace(flight, clock)
  const turn = (conversationId: string): void => {
    clock.advance(100)
    flight.add(conversationId, { kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text: 'hello' })
    trace.mark(conversationId, 'key-up')
  }
  for (let number = 0; number < 3_000; number += 1) turn('long')
  const { first, steps } = trace.steps('long')
  expect(first + steps.length).toBe(3_000)
  expect(steps.length).toBeLessThan(flight.events('long').length + 500)

  for (let number = 0; number < 1_000; number += 1) turn(`short-${number}`)
  const held = Array.from({ length: 1_000 }, (_, number) => trace.steps(`short-${number}`).steps.length)
  expect(held.filter((count) => count > 0).length).toBeLessThan(550)
  // a conversation that is gone begins behind all numbers of before: a reader knows that it has missed something
  expect(trace.steps('long')).toEqual({ first: 3_000, steps: [] })
  expect(flight.firstIndex('long')).toBeGreaterThanOrEqual(3_000)
})
