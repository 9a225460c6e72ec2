import { expect, test } from 'vitest'
import { toolResponseFor } from '../../../src/shared/tools/tool-response'

test('a result and an error say how the call ended', () => {
  expect(toolResponseFor({ kind: 'result', output: { paid: 5 } })).toEqual({ status: 'done', result: { paid: 5 } })
  expect(toolResponseFor({ kind: 'error', errorText: 'no money' })).toEqual({ status: 'failed', error: 'no money' })
})

test('a denial is never worded as an error, and tells the model not to try again in any form', () => {
  const denied = toolResponseFor({ kind: 'denied', reason: 'too much' })
  expect(denied).toMatchObject({ status: 'denied', reason: 'too much', next: expect.stringContaining('wait for the user') })
  expect(denied.message).toMatch(/did not fail.*do not call it again, with the same or with other arguments.*other means/u)
  expect(denied).not.toHaveProperty('error')
  expect(toolResponseFor({ kind: 'denied' })).not.toHaveProperty('reason')
})

test('a denial by a rule names the rule and is as final', () => {
  const denied = toolResponseFor({ kind: 'denied-by-rule', number: 2, ruleName: 'deny process_payment, amount at least 200,000' })
  expect(denied).toMatchObject({ status: 'denied', rule: 'deny process_payment, amount at least 200,000' })
  expect(denied.message).toMatch(/rule 2, “deny process_payment.*do not call it again/u)
  expect(denied).not.toHaveProperty('error')
})

test('the model gets the arguments that the user changed, together with the result', () => {
  const response = toolResponseFor({ kind: 'result', output: { status: 'paid' } }, { amount: 40_000 })
  expect(response).toMatchObject({ status: 'done', result: { status: 'paid' }, editedInput: { amount: 40_000 } })
  expect(response.note).toContain('changed the arguments')
})

test.each([{ kind: 'expired' }, { kind: 'withdrawn', reason: 'Gemini took it back.' }, { kind: 'waiting' }] as const)(
  '$kind says its status and no error',
  (outcome) => {
    const response = toolResponseFor(outcome)
    expect(response.status).toBe(outcome.kind)
    expect(response).not.toHaveProperty('error')
  },
)
