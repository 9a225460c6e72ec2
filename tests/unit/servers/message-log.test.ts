import { expect, test } from 'vitest'
import { createMessageLog, longestMessageShown } from '../../../src/main/servers/message-log'
import { redact } from '../../../src/shared/text/redact'
import { createFakeClock } from '../../support/fake-clock'
import { processorTime } from '../../support/processor-time'

const secret = 'correct-horse-battery-staple'
const log = createMessageLog(createFakeClock(), () => [secret])
const sent = (data: string) => log.add('from', { jsonrpc: '2.0', method: 'notifications/message', params: { data } }).text

test('of a message of megabytes only the beginning is looked at, whatever it holds', () => {
  const hidden = '\u200b'.repeat(2_600_000)
  const needed = processorTime(() => JSON.stringify({ hidden }))
  // making all of it visible takes a hundred times as long as reading it
  expect(processorTime(() => expect(sent(hidden)).toHaveLength(longestMessageShown))).toBeLessThan(30 * needed + 100_000)
})

test('secrets are looked for in the beginning of a message of megabytes alone', () => {
  const secrets = Array.from({ length: 500 }, (_, index) => `correct-horse-${index}`)
  const many = createMessageLog(createFakeClock(), () => secrets)
  const text = 'some words '.repeat(400_000)
  const needed = processorTime(() => redact(text, secrets))
  expect(processorTime(() => void many.add('from', { text }))).toBeLessThan(needed / 4)
})

test('nothing is left of a secret, or of a token, that the cut of a long message goes through', () => {
  const shown: string[] = []
  for (let at = 32_000; at < 32_300; at += 1) {
    // what is replaced makes the text short enough for its end to be shown
    const long = `token=${'a'.repeat(at - 200)} and then some words ${secret} ${secret}`
    shown.push(
      sent(`${long} ${'b'.repeat(5000)}`),
      sent(`token=${'c'.repeat(at - 200)} AIzaSyABCDEFGHIJKLMNOPQRSTUVWX ${'b'.repeat(5000)}`),
    )
  }
  expect(shown.some((text) => text.includes('and then some words'))).toBe(true)
  for (const text of shown) expect(text).not.toMatch(/correc|AIza/)
})
