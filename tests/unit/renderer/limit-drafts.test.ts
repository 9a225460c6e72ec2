import { describe, expect, it } from 'vitest'
import { dayLimitFor, perDayOf } from '../../../src/renderer/approval/day-limit'
import { isFaulty, limitDrafts, matchersOf, suggestedLimits } from '../../../src/renderer/approval/limit-drafts'
import { limitText } from '../../../src/renderer/approval/limit-text'
import { rememberedHere } from '../../../src/renderer/approval/more-answers'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { limitsFor } from '../../../src/renderer/settings/rules/limits-for'
import { verdictOf } from '../../../src/shared/approvals/policy'
import type { PolicyRule } from '../../../src/shared/approvals/policy-rule'

const payment = { recipient: 'Hoshino Print K.K.', reference: 'INV-2231', amount: 48_600, currency: 'JPY', urgent: false, lines: [1] }

const rule = (matchers: PolicyRule['matchers']): PolicyRule => ({
  ruleId: 'rule',
  name: { en: '', ja: '' },
  tool: 'process_payment',
  matchers,
  scope: { kind: 'always' },
  effect: 'allow',
  origin: 'user',
  createdAt: 0,
})
const verdict = (matchers: PolicyRule['matchers'], input: typeof payment) =>
  verdictOf(rule(matchers), { toolName: 'process_payment', input, conversationId: 'one' })

describe('the limits that "the same again" means', () => {
  const limits = suggestedLimits(payment)

  it('match the call they were made from', () => {
    expect(verdict(limits, payment)).toBe('decides')
  })

  it('match another invoice of the same payee up to the same amount', () => {
    expect(verdict(limits, { ...payment, reference: 'INV-2232', amount: 100 })).toBe('decides')
  })

  it.each([{ recipient: 'Somebody else' }, { amount: 48_601 }, { currency: 'USD' }])('do not match %o', (change) => {
    expect(verdict(limits, { ...payment, ...change })).toBe('other-arguments')
  })
})

describe('a yes to an address that holds for longer', () => {
  const here = (url: string) => rememberedHere({ risk: 'medium', input: { url } }).matchers
  const opens = (asked: string, url: string) =>
    verdictOf({ ...rule(here(asked)), tool: 'open_url' }, { toolName: 'open_url', input: { url }, conversationId: 'one' })

  it('is about pages of its host, and of no other', () => {
    expect(opens('https://example.com/a?b', 'https://example.com/a?b')).toBe('decides')
    expect(opens('https://example.com/a?b', 'https://example.com/other')).toBe('decides')
    for (const other of ['https://evil.example/', 'https://example.com.evil.example/', 'https://example.com@evil.example/'])
      expect(opens('https://example.com/a?b', other)).toBe('other-arguments')
    expect(opens('https://EXAMPLE.com/a', 'https://EXAMPLE.com/a')).toBe('decides')
    expect(opens('https://EXAMPLE.com/a', 'https://EXAMPLE.com.evil.example/a')).toBe('other-arguments')
  })

  it('is offered with that limit, here and always', () => {
    expect(limitDrafts({ url: 'https://example.com/a' }, 'medium')).toEqual([
      { argument: 'url', type: 'string', on: true, operator: 'starts-with', text: 'https://example.com' },
    ])
    expect(here('not an address')).toEqual([])
  })
})

describe('a rule for a medium risk', () => {
  it('begins with a limit on its calls in 24 hours, and with the numbers and switches of the call', () => {
    expect(perDayOf(dayLimitFor('medium'))).toEqual({ mostPerDay: 20 })
    expect(limitDrafts({ exact: false, purpose: 'the invoice', days: 2 }, 'medium').map(({ argument, on }) => [argument, on])).toEqual([
      ['exact', true],
      ['purpose', false],
      ['days', true],
    ])
    expect(perDayOf(dayLimitFor('low'))).toEqual({})
    expect(perDayOf(dayLimitFor('medium', {}))).toEqual({})
    expect(perDayOf(dayLimitFor('low', { mostPerDay: 3 }))).toEqual({ mostPerDay: 3 })
  })

  it.each(['', '0', '1.5', '-1', '1,001', 'many'])('takes no %j as its limit in 24 hours', (text) => {
    expect(perDayOf({ on: true, text })).toBeNull()
    expect(perDayOf({ on: false, text })).toEqual({})
  })
})

describe('limits being edited', () => {
  it('offer every plain argument with the value of the call, and nothing for structures', () => {
    expect(limitDrafts(payment, 'low').map(({ argument, on, text }) => [argument, on, text])).toEqual([
      ['recipient', false, 'Hoshino Print K.K.'],
      ['reference', false, 'INV-2231'],
      ['amount', false, '48,600'],
      ['currency', false, 'JPY'],
      ['urgent', false, 'false'],
    ])
  })

  it('make no rule while one that is on is invalid; one that is off does not matter', () => {
    const [amount] = limitDrafts({ amount: 1 }, 'high')
    if (amount === undefined) throw new Error('no draft')
    const bad = { ...amount, text: 'much' }
    expect([matchersOf([bad]), isFaulty(bad)]).toEqual([null, true])
    expect([matchersOf([{ ...bad, on: false }]), isFaulty({ ...bad, on: false })]).toEqual([[], false])
  })

  it('begin with the rule’s own, then the tool’s others', () => {
    const tool = {
      name: 'process_payment',
      hint: { en: '', ja: '' },
      description: '',
      icon: 'banknote',
      risk: 'high',
      runs: 'main',
      approval: 'ask',
      arguments: [
        { key: 'amount', type: 'number' },
        { key: 'urgent', type: 'boolean' },
        { key: 'lines', type: 'other' },
      ],
      hiddenFromModel: false,
    } as const
    const limits = limitsFor([{ ...tool, arguments: [...tool.arguments] }], 'process_payment', [
      { argument: 'amount', operator: 'at-most', value: 5000 },
      { argument: 'note', operator: 'contains', value: 'rent' },
    ])
    expect(limits.map(({ argument, on, text }) => [argument, on, text])).toEqual([
      ['amount', true, '5,000'],
      ['note', true, 'rent'],
      ['urgent', false, 'true'],
    ])
  })
})

describe('limits as text', () => {
  const matchers = [
    { argument: 'amount', operator: 'at-most', value: 48_600 },
    { argument: 'note', operator: 'contains', value: 'a\u202eb {{argument}}' },
  ] as const

  it('show number and text unchanged, with hidden characters made visible', () => {
    expect(limitText(matchers, createTranslator('en'))).toBe('amount up to 48,600, note contains a⟨U+202E⟩b {{argument}}')
    expect(limitText(matchers.slice(0, 1), createTranslator('en'), 20)).toBe('amount up to 48,600, at most 20 in 24 hours')
    expect(limitText(matchers, createTranslator('ja'))).toBe('amountが48,600以下、noteにa⟨U+202E⟩b {{argument}}を含む')
  })
})
