import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderedRules } from '../../../src/shared/approvals/ordered-rules'
import { decideByPolicy, deniesAll, type PolicyCall, toolMatches } from '../../../src/shared/approvals/policy'
import { type ArgumentMatcher, type PolicyRule, type RuleName, ruleNameSchema } from '../../../src/shared/approvals/policy-rule'
import { ruleName, ruleNameText } from '../../../src/shared/approvals/rule-name'
import { createTranslator } from '../../../src/shared/i18n/translator'

const ruleOf = (change: Partial<PolicyRule> = {}): PolicyRule => ({
  ruleId: 'rule-1',
  name: { en: 'a rule', ja: 'ルール' },
  tool: 'process_payment',
  matchers: [],
  scope: { kind: 'always' },
  effect: 'ask',
  origin: 'user',
  createdAt: 0,
  ...change,
})
const callOf = (change: Partial<PolicyCall> = {}): PolicyCall => ({
  toolName: 'process_payment',
  input: { amount: 500, recipient: 'Hoshino Print', urgent: false },
  conversationId: 'conversation-1',
  risk: 'medium',
  toolDefault: 'ask',
  ...change,
})

describe('the first rule that applies to a call decides', () => {
  test('and its place from 1 is the number that is shown', () => {
    const rules = [ruleOf({ tool: 'other' }), ruleOf({ ruleId: 'rule-2', effect: 'deny' }), ruleOf({ ruleId: 'rule-3', effect: 'allow' })]
    expect(decideByPolicy(rules, callOf())).toMatchObject({ effect: 'deny', number: 2, rule: { ruleId: 'rule-2' } })
  })

  test('and if none applies, the tool’s own default does, with the place after the last rule', () => {
    expect(decideByPolicy([ruleOf({ tool: 'other' })], callOf({ toolDefault: 'allow' }))).toMatchObject({
      effect: 'allow',
      number: 2,
      rule: null,
    })
  })

  test('in its conversation only, if it was made for one', () => {
    const rule = ruleOf({ effect: 'allow', scope: { kind: 'conversation', conversationId: 'conversation-1' } })
    expect(decideByPolicy([rule], callOf()).effect).toBe('allow')
    expect(decideByPolicy([rule], callOf({ conversationId: 'conversation-2' })).effect).toBe('ask')
  })
})

describe('a limit on an argument', () => {
  const holds: readonly (readonly [ArgumentMatcher, boolean])[] = [
    [{ argument: 'amount', operator: 'equals', value: 500 }, true],
    [{ argument: 'amount', operator: 'equals', value: '500' }, false],
    [{ argument: 'amount', operator: 'not-equals', value: 499 }, true],
    [{ argument: 'missing', operator: 'not-equals', value: 1 }, false],
    [{ argument: 'amount', operator: 'at-most', value: 500 }, true],
    [{ argument: 'amount', operator: 'at-most', value: 499.99 }, false],
    [{ argument: 'amount', operator: 'at-least', value: 500 }, true],
    [{ argument: 'recipient', operator: 'at-most', value: 500 }, false],
    [{ argument: 'recipient', operator: 'starts-with', value: 'Hoshino' }, true],
    [{ argument: 'recipient', operator: 'starts-with', value: 'hoshino' }, false],
    [{ argument: 'recipient', operator: 'contains', value: 'Print' }, true],
    [{ argument: 'urgent', operator: 'equals', value: false }, true],
    [{ argument: 'toString', operator: 'not-equals', value: '' }, false],
    [{ argument: '__proto__', operator: 'contains', value: 'o' }, false],
  ]
  test.each(holds)('%o matches: %s', (matcher, fits) => {
    expect(decideByPolicy([ruleOf({ effect: 'deny', matchers: [matcher] })], callOf()).effect).toBe(fits ? 'deny' : 'ask')
  })

  test.each([
    ['https://example.com', true],
    ['https://example.com/a', true],
    ['https://example.com?a', true],
    ['https://example.com.evil.com', false],
    ['https://example.com@evil.com', false],
    ['https://example.com:x@evil.com', false],
    ['https://example.community', false],
  ])('on the beginning of an address allows only its host: %s', (url, allowed) => {
    const matchers = [{ argument: 'url', operator: 'starts-with', value: 'https://example.com' }] as const
    expect(decideByPolicy([ruleOf({ effect: 'allow', matchers })], callOf({ input: { url } })).effect).toBe(allowed ? 'allow' : 'ask')
    // a denial is as wide as it is written
    expect(decideByPolicy([ruleOf({ effect: 'deny', matchers })], callOf({ input: { url } })).effect).toBe('deny')
  })

  test('must match together with all others of the rule', () => {
    const matchers: readonly ArgumentMatcher[] = [
      { argument: 'amount', operator: 'at-most', value: 1000 },
      { argument: 'recipient', operator: 'equals', value: 'Mallory' },
    ]
    expect(decideByPolicy([ruleOf({ effect: 'deny', matchers })], callOf()).effect).toBe('ask')
  })
})

describe('a high risk', () => {
  test('is never allowed everywhere without a limit, whatever the list says', () => {
    const boundless: readonly (readonly ArgumentMatcher[])[] = [
      [],
      [{ argument: 'amount', operator: 'at-least', value: 0 }],
      [{ argument: 'amount', operator: 'not-equals', value: -1 }],
      [{ argument: 'recipient', operator: 'contains', value: '' }],
      [{ argument: 'recipient', operator: 'contains', value: ' ' }],
      [{ argument: 'recipient', operator: 'starts-with', value: '\u00A0\u200B' }],
      [{ argument: 'recipient', operator: 'contains', value: '.' }],
    ]
    for (const matchers of boundless) {
      expect(decideByPolicy([ruleOf({ tool: '*', effect: 'allow', matchers })], callOf({ risk: 'high' })).effect).toBe('ask')
    }
    expect(decideByPolicy([], callOf({ risk: 'high', toolDefault: 'allow' })).effect).toBe('ask')
  })

  test('is allowed within a limit, and in one conversation', () => {
    const limited = ruleOf({ effect: 'allow', matchers: [{ argument: 'amount', operator: 'at-most', value: 1000 }] })
    expect(decideByPolicy([limited], callOf({ risk: 'high' })).effect).toBe('allow')
    const here = ruleOf({ effect: 'allow', scope: { kind: 'conversation', conversationId: 'conversation-1' } })
    expect(decideByPolicy([here], callOf({ risk: 'high' })).effect).toBe('allow')
  })
})

test('Parley’s denials come before the user’s rules, its other rules after them', () => {
  const always = ruleOf({ ruleId: 'built-in-deny', effect: 'deny', origin: 'built-in', tool: 'format_disk' })
  const asks = ruleOf({ ruleId: 'built-in-ask', origin: 'built-in' })
  const user = ruleOf({ ruleId: 'rule-user', effect: 'allow', tool: '*' })
  const rules = orderedRules([asks, always], [user])
  expect(rules.map(({ ruleId }) => ruleId)).toEqual(['built-in-deny', 'rule-user', 'built-in-ask'])
  expect(decideByPolicy(rules, callOf({ toolName: 'format_disk' })).effect).toBe('deny')
})

describe('a tool is hidden from the model', () => {
  const tool = { name: 'process_payment', toolDefault: 'ask' } as const
  const limit: ArgumentMatcher = { argument: 'amount', operator: 'at-most', value: 1 }
  test.each([
    ['when a rule denies all its calls', [ruleOf({ effect: 'deny' })], true],
    ['when limited denials come before that', [ruleOf({ effect: 'deny', matchers: [limit] }), ruleOf({ effect: 'deny' })], true],
    [
      'not when some of its calls may be allowed before',
      [ruleOf({ effect: 'allow', matchers: [limit] }), ruleOf({ effect: 'deny' })],
      false,
    ],
    ['not when only some calls are denied', [ruleOf({ effect: 'deny', matchers: [limit] })], false],
    [
      'not for a rule of another conversation',
      [ruleOf({ effect: 'deny', scope: { kind: 'conversation', conversationId: 'other' } })],
      false,
    ],
  ] as const)('%s', (_, rules, hidden) => {
    expect(deniesAll(rules, tool, 'conversation-1')).toBe(hidden)
  })

  test('when it is turned off', () => {
    expect(deniesAll([], { ...tool, toolDefault: 'deny' }, null)).toBe(true)
  })
})

test.each([
  ['process_payment', 'process_payment', true],
  ['process_payment', 'process_payments', false],
  ['*', 'anything', true],
  ['process_*', 'process_payment', true],
  ['*_payment', 'process_payment', true],
  ['p*_*t', 'process_payment', true],
  ['pp*', 'p', false],
  ['a*a', 'a', false],
  ['*clipboard', 'read_clipboard', true],
  ['read.clipboard', 'read_clipboard', false],
])('the pattern %s and the tool %s: %s', (pattern, toolName, fits) => {
  expect(toolMatches(pattern, toolName)).toBe(fits)
})

test('a pattern matches what the same regular expression matches', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  fc.assert(
    fc.property(letters, names, (pattern, name) => {
      expect(toolMatches(pattern, name)).toBe(new RegExp(`^${pattern.replaceAll(/\*+/gu, '.*')}$`, 'u').test(name))
    }),
  )
})

test('a rule without a name is named by what it does, within which limits and where, in the language of now', () => {
  const inBoth = (name: RuleName) => [ruleNameText(name, createTranslator('en')), ruleNameText(name, createTranslator('ja'))]
  const matchers = [
    { argument: 'amount', operator: 'at-most', value: 50_000 },
    { argument: 'currency', operator: 'equals', value: 'JPY' },
  ] as const
  expect(inBoth(ruleName({ tool: 'process_payment', effect: 'allow', matchers, scope: { kind: 'always' } }))).toEqual([
    'allow process_payment, amount at most 50,000, currency is JPY',
    'process_paymentを許可（amountが50,000以下、currencyがJPY）',
  ])
  const here = { kind: 'conversation', conversationId: 'c' } as const
  expect(inBoth(ruleName({ tool: 'open_url', effect: 'deny', matchers: [], scope: here }))).toEqual([
    'deny open_url, in this conversation',
    'この会話ではopen_urlを拒否',
  ])
})

test('a name that an earlier version stored in each language is still shown', () => {
  const stored = { en: 'no large payments', ja: '高額の支払いは拒否' }
  expect(ruleNameSchema.parse(stored)).toEqual(stored)
  expect(ruleNameText(stored, createTranslator('ja'))).toBe('高額の支払いは拒否')
})
