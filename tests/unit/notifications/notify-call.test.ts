import { describe, expect, it } from 'vitest'
import { meaningOf, notifyCall } from '../../../src/main/platform/notifications/notify-call'

const words = { title: 'Pay?', body: 'amount: 5', buttons: ['Allow once', 'Deny'] }
const bodyOf = (changes: Partial<typeof words> & { lastsMs?: number }, markup = true) =>
  notifyCall({ ...words, ...changes }, { markup }).body

describe('the call that shows a notification', () => {
  it('names the click and each button', () => {
    expect(bodyOf({})?.[5]).toEqual(['default', 'Parley', 'button-0', 'Allow once', 'button-1', 'Deny'])
  })

  it('shows what looks like markup as text if the service supports markup, and unchanged if not', () => {
    const body = '<a href="https://bank.example">Deny</a> &amp;'
    expect(bodyOf({ body })?.[4]).toBe('&lt;a href="https://bank.example"&gt;Deny&lt;/a&gt; &amp;amp;')
    expect(bodyOf({ body }, false)?.[4]).toBe(body)
    expect(bodyOf({ title: '<b>' })?.[3]).toBe('<b>')
  })

  it('makes characters visible that hide, reverse or end text', () => {
    expect(bodyOf({ body: 'a\u200Bb\u202E\0', title: '\u2066x' })?.slice(3, 5)).toEqual(['\\u{2066}x', 'a\\u{200b}b\\u{202e}\\u{0}'])
  })

  it('says how long the notification is useful, within the limits of the call', () => {
    expect(
      [bodyOf({ lastsMs: 30_000.5 }), bodyOf({ lastsMs: 1e15 }), bodyOf({ lastsMs: -1 }), bodyOf({})].map((body) => body?.[7]),
    ).toEqual([30_001, 2 ** 31 - 1, 0, 0])
  })
})

describe('an action', () => {
  it.each([
    ['default', 'clicked'],
    ['button-0', 0],
    ['button-1', 1],
    ['button-2', null],
    ['button--1', null],
    ['button-01x', null],
    ['', null],
  ])('%j means %j if there are two buttons', (action, meaning) => {
    expect(meaningOf(action, 2)).toBe(meaning)
  })
})
