import { describe, expect, test } from 'vitest'
import { createToolHandlers } from '../../../src/main/app/tool-handlers'
import { nodeFiles } from '../../../src/main/lib/files'
import { createPageTools } from '../../../src/main/tool-calls/tools/page-tools'
import type { PolicyRule, RuleDraft } from '../../../src/shared/approvals/policy-rule'
import { ruleName, ruleNameText } from '../../../src/shared/approvals/rule-name'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { toolCalls } from '../../../src/shared/ipc/tool-calls'
import type { JsonObject } from '../../../src/shared/lib/json'
import { messageOf } from '../../../src/shared/messages/message'
import { approvalBench } from '../../support/approval-bench'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'
import { transferTool } from '../../support/transfer-tool'

const draft = (change: Partial<RuleDraft> = {}): RuleDraft => ({
  ruleId: null,
  tool: 'transfer',
  effect: 'allow',
  scope: { kind: 'always' },
  matchers: [],
  name: { en: 'points are fine', ja: 'ポイントは可' },
  ...change,
})
const largeNever: PolicyRule = {
  ...draft({ tool: 'transfer', effect: 'deny' }),
  ruleId: 'built-in-never',
  origin: 'built-in',
  createdAt: 0,
  matchers: [{ argument: 'amount', operator: 'at-least', value: 9000 }],
}
const paymentsAsk: PolicyRule = {
  ...draft({ tool: 'process_payment', effect: 'ask' }),
  ruleId: 'built-in-ask',
  origin: 'built-in',
  createdAt: 0,
}

function handlersOver(rules: readonly PolicyRule[] = [largeNever, paymentsAsk]) {
  const bench = approvalBench({ rules })
  const over = approvalBench({
    clock: bench.clock,
    store: bench.store,
    rules,
    tools: () => [transferTool({ made: [] }), ...bench.toolBox.tools],
  })
  const handlers = createToolHandlers({
    ...over,
    platform: { takePress: () => true },
    pageTools: createPageTools(() => {}),
    exports: { desktop: null, files: nodeFiles },
    // no conversation's session has the call
    registry: { get: () => ({ stopCall: () => false }) },
  })
  const save = (change: Partial<RuleDraft> = {}) => handlers['rules.save']({ rule: draft(change) })
  return { ...over, handlers, save }
}

const effects = (list: { readonly rules: readonly { readonly rule: PolicyRule }[] }) => list.rules.map(({ rule }) => rule.ruleId)

describe('the rules of the user', () => {
  test('are in their order between Parley’s denials and what it asks', async () => {
    const { save, handlers } = handlersOver()
    await save()
    const saved = await save({ effect: 'deny' })
    expect(saved.saved).toMatchObject({ number: 2, uses: 0, rule: { origin: 'user', effect: 'deny' } })
    expect(effects(saved)).toEqual(['built-in-never', 'rule-2', 'rule-1', 'built-in-ask'])
    expect(toolCalls['rules.list'].reply.safeParse(await handlers['rules.list'](null)).success).toBe(true)
  })

  test('can be moved, but not above Parley’s denials nor below what it asks', async () => {
    const { save, handlers } = handlersOver()
    await save()
    await save()
    const moved = async (place: number) => effects(await handlers['rules.move']({ ruleId: 'rule-2', place }))
    expect(await moved(1)).toEqual(['built-in-never', 'rule-2', 'rule-1', 'built-in-ask'])
    expect(await moved(3)).toEqual(['built-in-never', 'rule-1', 'rule-2', 'built-in-ask'])
    expect(await moved(99)).toEqual(['built-in-never', 'rule-1', 'rule-2', 'built-in-ask'])
  })

  test('can be removed and restored at their place', async () => {
    const { save, handlers } = handlersOver()
    await save()
    await save()
    await save()
    const before = effects(await handlers['rules.list'](null))
    const removed = await handlers['rules.remove']({ ruleId: 'rule-2' })
    expect(removed).toMatchObject({ place: 3, rule: { ruleId: 'rule-2' } })
    const back = await handlers['rules.save']({ rule: draft({ ruleId: removed.rule.ruleId }), place: removed.place })
    expect(effects(back)).toEqual(before)
  })

  test('can be changed at their place', async () => {
    const { save } = handlersOver()
    await save()
    await save()
    const changed = await save({ ruleId: 'rule-1', effect: 'ask' })
    expect(changed.saved).toMatchObject({ number: 3, rule: { ruleId: 'rule-1', effect: 'ask' } })
    expect(changed.rules).toHaveLength(4)
  })

  test.each([
    ['for a tool that there is not', { tool: 'format_*' }, 'rule-tool-unknown'],
    ['on an argument that the tool has not', { matchers: [{ argument: 'sum', operator: 'at-most', value: 1 }] }, 'rule-argument-unknown'],
    ['that compares a number with a text', { matchers: [{ argument: 'amount', operator: 'contains', value: '1' }] }, 'rule-value-type'],
    ['with an empty text', { matchers: [{ argument: 'note', operator: 'contains', value: '' }] }, 'rule-value-type'],
    ['with a blank text', { matchers: [{ argument: 'note', operator: 'contains', value: ' \u3000' }] }, 'rule-value-type'],
    ['that allows what can’t be undone without a limit', { tool: 'process_payment' }, 'rule-needs-limit'],
    ['that allows everything', { tool: '*' }, 'rule-needs-limit'],
    [
      'whose limit limits nothing',
      { tool: 'process_payment', matchers: [{ argument: 'amount', operator: 'at-least', value: 1 }] },
      'rule-needs-limit',
    ],
    ['in place of one of Parley’s', { ruleId: 'built-in-ask' }, 'rule-built-in'],
  ] as const)('%s are refused with what to do', (_, change, code) => {
    const { save, policy } = handlersOver()
    expect(() => save(change)).toThrow(expect.objectContaining({ code }))
    expect(policy.list()).toHaveLength(2)
  })

  test('have names that fit on a card, even if Parley makes them of long limits', () => {
    const request = (name: string) => toolCalls['rules.save'].request.safeParse({ rule: draft({ name: { en: name, ja: name } }) }).success
    expect([request(''), request('x'.repeat(200)), request('x'.repeat(201))]).toEqual([false, true, false])
    const matchers = Array.from({ length: 20 }, () => ({ argument: 'note', operator: 'contains' as const, value: '😀'.repeat(900) }))
    const made = ruleName({ effect: 'allow', tool: 'transfer', scope: { kind: 'always' }, matchers })
    expect(toolCalls['rules.save'].request.safeParse({ rule: draft({ name: made }) }).success).toBe(true)
    for (const text of [ruleNameText(made, createTranslator('en')), ruleNameText(made, createTranslator('ja'))]) {
      expect(text).toMatch(/…$/)
      expect(text.length).toBeLessThanOrEqual(200)
      expect(text).not.toMatch(/\p{Surrogate}/u)
    }
  })

  test('of Parley can’t be removed or moved', () => {
    const { handlers } = handlersOver()
    expect(() => handlers['rules.remove']({ ruleId: 'built-in-ask' })).toThrow(expect.objectContaining({ code: 'rule-built-in' }))
    expect(() => handlers['rules.move']({ ruleId: 'built-in-ask', place: 1 })).toThrow(expect.objectContaining({ code: 'rule-built-in' }))
    expect(() => handlers['rules.remove']({ ruleId: 'rule-77' })).toThrow(expect.objectContaining({ code: 'rule-unknown' }))
  })
})

describe('trying a call', () => {
  test('returns the verdict of each rule up to the deciding one, and stores nothing', async () => {
    const { save, handlers, audit, store } = handlersOver()
    await save({ matchers: [{ argument: 'amount', operator: 'at-most', value: 500 }] })
    await save({ scope: { kind: 'conversation', conversationId: 'conversation-9' } })
    const tried = await handlers['rules.try']({ toolName: 'transfer', input: { amount: 100 }, conversationId: null })
    expect(tried).toMatchObject({ effect: 'allow', number: 3 })
    expect(tried.trail.map(({ number, verdict }) => [number, verdict])).toEqual([
      [1, 'other-arguments'],
      [2, 'other-conversation'],
      [3, 'decides'],
    ])
    expect(audit.list({}, 10)).toEqual([])
    expect(store.callDecisions.ofConversation('')).toEqual([])
  })

  test('to which no rule applies says so by the place after the last', async () => {
    const { handlers } = handlersOver()
    const tried = await handlers['rules.try']({ toolName: 'transfer', input: { amount: 1 }, conversationId: null })
    expect(tried).toMatchObject({ effect: 'ask', number: 3, name: { code: 'rule-default-ask' } })
    expect(tried.trail.map(({ verdict }) => verdict)).toEqual(['other-arguments', 'other-tool'])
  })

  test('with invalid arguments says what is wrong', () => {
    const { handlers } = handlersOver()
    expect(() => handlers['rules.try']({ toolName: 'transfer', input: { amount: 'much' }, conversationId: null })).toThrow('amount')
  })
})

describe('the preview of an edited call', () => {
  const previewed = (change: JsonObject) => {
    const { queue, handlers } = handlersOver()
    const { approvalId } = queue.ask(paymentQuestion())
    return handlers['approval.preview']({ approvalId, input: { ...hoshinoPayment, ...change } })
  }

  test('asks about the edited arguments, and decides nothing', async () => {
    const { queue, handlers } = handlersOver()
    const { approvalId } = queue.ask(paymentQuestion())
    const preview = await handlers['approval.preview']({ approvalId, input: { ...hoshinoPayment, amount: 40_000 } })
    expect(preview).toMatchObject({ question: { en: expect.stringContaining('¥40,000') }, faults: [], denial: null })
    expect(queue.get(approvalId)).toMatchObject({ state: 'requested', editedInput: null })
  })

  test('names each argument that can’t be used, and why', async () => {
    expect(await previewed({ amount: 99.5, currency: 'JPY' })).toEqual({
      question: null,
      faults: [{ argument: 'amount', problem: messageOf('argument-decimals', { currency: 'JPY' }) }],
      denial: null,
    })
    expect(await previewed({ recipient: ' ', when: 'soon' })).toMatchObject({
      faults: [{ argument: 'recipient' }, { argument: 'when' }],
    })
    expect(await previewed({ tip: 1 })).toMatchObject({ faults: [{ argument: '' }] })
  })

  test('of a question that there is not is refused', () => {
    const { handlers } = handlersOver()
    expect(() => handlers['approval.preview']({ approvalId: 'approval-77', input: {} })).toThrow(
      expect.objectContaining({ code: 'approval-unknown' }),
    )
  })
})

describe('the tools', () => {
  test('are listed with their arguments and their default decisions', async () => {
    const { handlers } = handlersOver()
    const reply = await handlers['tools.list'](null)
    expect(toolCalls['tools.list'].reply.parse(reply).tools).toMatchObject([
      {
        name: 'transfer',
        risk: 'medium',
        approval: 'ask',
        runs: 'main',
        hiddenFromModel: false,
        arguments: [
          { key: 'amount', type: 'number' },
          { key: 'note', type: 'string' },
        ],
      },
      { name: 'process_payment', risk: 'high', approval: 'ask' },
    ])
  })

  test('that are turned off are hidden from the model, and stay so after a restart', async () => {
    const { handlers, restart, policy } = handlersOver()
    const reply = await handlers['tools.setDefault']({ toolName: 'transfer', effect: 'deny' })
    expect(reply.tools[0]).toMatchObject({ approval: 'deny', hiddenFromModel: true })
    expect(policy.hiddenTools('conversation-1')).toEqual(new Set(['transfer']))
    expect(restart().policy.hiddenTools(null)).toEqual(new Set(['transfer']))
  })

  test('that can’t be undone can’t be allowed by default', () => {
    const { handlers } = handlersOver()
    expect(() => handlers['tools.setDefault']({ toolName: 'process_payment', effect: 'allow' })).toThrow(
      expect.objectContaining({ code: 'rule-needs-limit' }),
    )
    expect(() => handlers['tools.setDefault']({ toolName: 'rm_rf', effect: 'allow' })).toThrow(
      expect.objectContaining({ code: 'tool-unknown' }),
    )
  })
})

test('several answers return the result of each', async () => {
  const { handlers, queue } = handlersOver()
  const { approvalId, inputHash } = queue.ask(paymentQuestion())
  const decisions = [
    { approvalId, inputHash, approved: false },
    { approvalId: 'approval-99', inputHash, approved: false },
  ]
  const reply = await handlers['approval.decideAll']({ decisions })
  expect(toolCalls['approval.decideAll'].reply.parse(reply).results).toMatchObject([
    { kind: 'decided', approval: { state: 'denied', input: hoshinoPayment } },
    { kind: 'refused', approvalId: 'approval-99', code: 'approval-unknown' },
  ])
})

test('the page’s answer to a call that it was never given is refused, and recorded', () => {
  const { handlers, audit } = handlersOver()
  const outcome = { kind: 'result', output: { secret: 'not to be kept' } } as const
  expect(() => handlers['tool.settle']({ toolCallId: 'call-1', outcome })).toThrow(expect.objectContaining({ code: 'call-not-given' }))
  const entries = audit.list({}, 10)
  expect(entries).toMatchObject([{ subject: { toolCallId: 'call-1' }, event: { decision: 'refused', by: null } }])
  expect(JSON.stringify(entries)).not.toContain('not to be kept')
})

describe('stopping a call of an earlier session', () => {
  test('withdraws its approval, and the model is told that the user did it', () => {
    const { handlers, queue } = handlersOver()
    const { approvalId, conversationId, toolCallId } = queue.ask(paymentQuestion())
    expect(handlers['call.cancel']({ conversationId, toolCallId })).toBeNull()
    expect(queue.get(approvalId)).toMatchObject({ state: 'withdrawn', reason: messageOf('stopped-by-user') })
  })

  test('is refused from another conversation', () => {
    const { handlers, queue } = handlersOver()
    const { approvalId, toolCallId } = queue.ask(paymentQuestion())
    expect(() => handlers['call.cancel']({ conversationId: 'conversation-other', toolCallId })).toThrow(
      expect.objectContaining({ code: 'call-over' }),
    )
    expect(queue.get(approvalId)?.state).toBe('requested')
  })
})
