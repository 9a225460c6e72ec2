import type { NumberedRule } from '../../src/renderer/state/app-state'
import type { AuditEntry, AuditEvent } from '../../src/shared/audit/audit-entry'
import type { ToolSummary } from '../../src/shared/ipc/tool-calls'
import { worldNow } from './ui-worlds'

const MINUTE = 60_000

/** Tools of the screenshots. */
export const worldTools: readonly ToolSummary[] = [
  {
    name: 'process_payment',
    hint: { en: 'Sends money', ja: '送金する' },
    description: 'Pays money.',
    icon: 'banknote',
    risk: 'high',
    runs: 'main',
    approval: 'ask',
    arguments: [
      { key: 'recipient', type: 'string' },
      { key: 'amount', type: 'number' },
      { key: 'currency', type: 'string' },
    ],
    hiddenFromModel: false,
  },
  {
    name: 'get_location',
    hint: { en: 'Position, to about 100 m', ja: '現在地（約100m）' },
    description: 'Tells where this computer is.',
    icon: 'map-pin',
    risk: 'medium',
    runs: 'renderer',
    approval: 'ask',
    arguments: [],
    hiddenFromModel: false,
  },
  {
    name: 'change_bgm',
    hint: { en: 'Background music', ja: 'BGM' },
    description: 'Changes the music.',
    icon: 'music',
    risk: 'low',
    runs: 'renderer',
    approval: 'allow',
    arguments: [
      { key: 'track', type: 'string' },
      { key: 'loud', type: 'boolean' },
    ],
    hiddenFromModel: false,
  },
  {
    name: 'read_clipboard',
    hint: { en: 'Reads the clipboard', ja: 'クリップボードを読む' },
    description: 'Reads the clipboard.',
    icon: 'clipboard',
    risk: 'medium',
    runs: 'main',
    approval: 'deny',
    arguments: [],
    hiddenFromModel: true,
  },
]

/** Rules of the screenshots, in order. */
export const worldRules: readonly NumberedRule[] = [
  rule(1, {
    effect: 'deny',
    name: { en: 'deny process_payment where amount from 200,000', ja: 'process_paymentを拒否（amountが200,000以上）' },
    matchers: [{ argument: 'amount', operator: 'at-least', value: 200_000 }],
  }),
  rule(2, {
    effect: 'allow',
    tool: 'get_location',
    name: { en: 'allow get_location', ja: 'get_locationを許可' },
    scope: { kind: 'conversation', conversationId: 'conversation-2' },
  }),
  rule(3, { effect: 'ask', name: { en: 'payments always ask', ja: '支払いは必ず確認' }, origin: 'built-in' }),
  rule(4, { effect: 'ask', tool: 'write_*', name: { en: 'tools with effects ask', ja: '影響のあるツールは確認' }, origin: 'built-in' }),
]

function rule(number: number, change: Partial<NumberedRule['rule']>): NumberedRule {
  return {
    number,
    uses: number * 7 - 7,
    rule: {
      ruleId: `rule-${number}`,
      name: { en: '', ja: '' },
      tool: 'process_payment',
      matchers: [],
      scope: { kind: 'always' },
      effect: 'ask',
      origin: 'user',
      createdAt: worldNow - number * 24 * 60 * MINUTE,
      ...change,
    },
  }
}

const happenings: readonly (readonly [string, AuditEvent])[] = [
  ['process_payment', { kind: 'requested', risk: 'high', input: { recipient: 'Hoshino Print K.K.', amount: 48_600, currency: 'JPY' } }],
  ['process_payment', decided('asked', 3, { en: 'payments always ask', ja: '支払いは必ず確認' })],
  [
    'process_payment',
    { kind: 'decided', decision: 'allowed', by: { kind: 'user' }, reason: null, editedInput: { amount: 40_000 }, rememberedRuleId: null },
  ],
  ['process_payment', { kind: 'executed', outcome: 'done', result: { status: 'paid' }, errorText: null, durationMs: 1240 }],
  ['get_weather', decided('allowed', 5, { en: 'this tool runs without a question', ja: 'このツールは確認なしで実行' })],
  ['get_weather', { kind: 'executed', outcome: 'failed', result: null, errorText: 'The weather service did not answer.', durationMs: 38 }],
  [
    'process_payment',
    {
      kind: 'decided',
      decision: 'denied',
      by: { kind: 'user' },
      reason: 'not before the delivery',
      editedInput: null,
      rememberedRuleId: null,
    },
  ],
  ['get_location', { kind: 'decided', decision: 'expired', by: { kind: 'time' }, reason: null, editedInput: null, rememberedRuleId: null }],
]

function decided(decision: 'asked' | 'allowed', number: number, name: { readonly en: string; readonly ja: string }): AuditEvent {
  return {
    kind: 'decided',
    decision,
    by: { kind: 'rule', number, name, ruleId: null },
    reason: null,
    editedInput: null,
    rememberedRuleId: null,
  }
}

/** A trail with each kind of entry, newest first. */
export const worldTrail: readonly AuditEntry[] = happenings
  .map(([toolName, event], index) => ({
    number: index + 1,
    at: worldNow - (happenings.length - index) * MINUTE,
    subject: { conversationId: 'conversation-0', toolCallId: `call-${index}`, toolName, approvalId: null },
    event,
    previousHash: 'b'.repeat(64),
    hash: 'c'.repeat(64),
  }))
  .reverse()
