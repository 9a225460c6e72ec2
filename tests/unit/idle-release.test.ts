import { expect, test } from 'vitest'
import { createDeferredTasks } from '../../src/main/gateway/deferred-tasks'
import { createIdleRelease } from '../../src/main/gateway/idle-release'
import { createFakeClock } from '../support/fake-clock'

test('so many conversations are kept at hand and no more: the longest unused go first, and none that is busy or was used just now', () => {
  const clock = createFakeClock()
  const released: string[] = []
  const busy = new Set(['busy'])
  const idle = createIdleRelease({
    ...{ clock, later: createDeferredTasks(clock), idle: 60_000, atHand: 3, soon: 1_000 },
    letGo: (conversationId) => !busy.has(conversationId),
  })
  idle.keep({ isBusy: () => false, release: (conversationId) => void released.push(conversationId) })
  for (const conversationId of ['busy', 'first', 'second', 'third', 'fourth']) idle.used(conversationId)
  expect(released).toEqual([])
  clock.advance(1_000)
  idle.used('first')
  expect(released).toEqual(['second', 'third'])
  // nothing waits any more for those that are released
  expect(clock.pending()).toBe(3)
  clock.advance(60_000)
  expect(released).toEqual(['second', 'third', 'fourth', 'first'])
})
