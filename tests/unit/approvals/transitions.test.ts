import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApprovalState } from '../../../src/shared/approvals/approval'
import { approvalStateSchema } from '../../../src/shared/approvals/approval'
import { approvalStates, canTransition, statesBefore } from '../../../src/shared/approvals/transitions'

const state = fc.constantFrom(...approvalStates)

test('every state of the contract has its place', () => {
  expect([...approvalStates].sort()).toEqual([...approvalStateSchema.options].sort())
})

test('a walk along legal transitions never runs a call without a yes, and never answers twice', () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 30 }), (wishes) => {
      const walk: ApprovalState[] = ['requested']
      for (const wish of wishes) if (canTransition(walk.at(-1) ?? 'requested', wish)) walk.push(wish)
      if (walk.includes('executing')) expect(walk[walk.indexOf('executing') - 1]).toBe('approved')
      expect(walk.filter((each) => each === 'approved' || each === 'denied').length).toBeLessThanOrEqual(1)
      expect(new Set(walk).size).toBe(walk.length)
    }),
  )
})

test('the states before a state are those that may lead to it', () => {
  fc.assert(
    fc.property(state, state, (from, to) => {
      expect(statesBefore(to).includes(from)).toBe(canTransition(from, to))
    }),
  )
})
