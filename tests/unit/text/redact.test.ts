import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../src/shared/text/redact'

const key = 'AIzaSyTestTestTestTestTestTestTestTest012'

describe('redact', () => {
  it.each([
    [`wss://host//ws/x?key=${key}`, 'wss://host//ws/x?key=[redacted]'],
    ['ws://h/ws?access_token=auth_tokens/abc-1&alt=sse', 'ws://h/ws?access_token=[redacted]&alt=sse'],
    [`{"x-goog-api-key":"${key}","a":1}`, '{"x-goog-api-key":"[redacted]","a":1}'],
    ['Authorization: Bearer ya29.a0Af_x', 'Authorization: [redacted]'],
    ['bearer ya29.a0Af_x was refused', 'bearer [redacted] was refused'],
    [`API key not valid: ${key}.`, 'API key not valid: [redacted].'],
    ['token auth_tokens/9f8e expired', 'token [redacted] expired'],
    ['with AQ.Ab8RN6Jtest_test here', 'with [redacted] here'],
    ['API key not valid. Please pass a valid API key.', 'API key not valid. Please pass a valid API key.'],
    ['the monkey=banana', 'the monkey=banana'],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean)
  })

  it('removes a known secret in any form, plain or percent-encoded, but no ordinary word', () => {
    expect(redact('my secret/phrase 1 and my%20secret%2Fphrase%201', ['my secret/phrase 1'])).toBe('[redacted] and [redacted]')
    expect(redact('closed with code 1007', ['code'])).toBe('closed with code 1007')
  })

  const fragment = fc.constantFrom(
    'key=',
    'access_token=',
    'auth_tokens/',
    'Bearer ',
    'x-goog-api-key: ',
    key,
    '[redacted]',
    '"',
    '&',
    ' ',
    'AQ.Ab8RN6Jtest',
    '=',
    'token',
  )
  const text = fc.array(fc.oneof(fragment, fc.string({ maxLength: 6 })), { maxLength: 12 }).map((parts) => parts.join(''))

  it('redacting twice is redacting once', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(text, (original) => redact(redact(original)) === redact(original)),
      { numRuns: 2_000 },
    )
  })

  it('no key survives, whatever surrounds it', () => {
    fc.assert(fc.property(text, text, (before, after) => !redact(`${before}${key}${after}`).includes(key)))
  })
})
