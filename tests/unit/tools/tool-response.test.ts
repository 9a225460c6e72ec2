import { expect, test } from 'vitest'
import { toolResponseFor } from '../../../src/shared/tools/tool-response'

test('a result and an error say what came of the call', () => {
  expect(toolResponseFor({ kind: 'result', output: { paid: 5 } })).toEqual({ status: 'done', result: { paid: 5 } })
  expect(toolResponseFor({ kind: 'error', errorText: 'no money' })).toEqual({ status: 'failed', error: 'no money' })
})

test('a denial is never worded as an error, and asks the model not to try again', () => {
  expect(toolResponseFor({ kind: 'denied', reason: 'too much' })).toEqual({
    status: 'denied',
    message: 'The user denied this call. It was not run and did not fail. Do not retry.',
    reason: 'too much',
  })
  expect(toolResponseFor({ kind: 'denied' })).not.toHaveProperty('reason')
})

test.each([{ kind: 'expired' }, { kind: 'withdrawn', reason: 'Gemini took it back.' }, { kind: 'waiting' }] as const)(
  '$kind says its status and no error',
  (outcome) => {
    const response = toolResponseFor(outcome)
    expect(response.status).toBe(outcome.kind)
    expect(response).not.toHaveProperty('error')
  },
)
