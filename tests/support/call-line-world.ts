import type { Page } from 'playwright'
import type { NumberedRule } from '../../src/renderer/state/app-state'
import type { CallSummary } from '../../src/shared/approvals/call-summary'
import { worldRules } from './scripted-tools'
import { emit } from './ui-page'
import { worldNow } from './ui-worlds'

/** The decisions about the calls of `callMessages`. */
export const decidedCalls: readonly CallSummary[] = [
  {
    conversationId: 'conversation-0',
    toolCallId: 'call-music',
    toolName: 'change_bgm',
    effect: 'allow',
    number: 4,
    name: { en: 'this tool runs without a question', ja: 'このツールは確認なしで実行' },
    editedInput: null,
    answer: null,
    durationMs: 38,
  },
]

const madeRule: NumberedRule = {
  number: 5,
  uses: 0,
  rule: {
    ruleId: 'rule-made',
    name: { en: 'deny get_location', ja: 'get_locationを拒否' },
    tool: 'get_location',
    matchers: [],
    scope: { kind: 'always' },
    effect: 'deny',
    origin: 'user',
    createdAt: worldNow,
  },
}

/** The rules of a world, including `madeRule`. */
export const rulesWithMade = [...worldRules, madeRule]

/** Reports to the page, as main does, that the answer to `get_location` created a rule, and waits until it is shown. */
export async function showMadeRule(page: Page): Promise<void> {
  await emit(page, 'rule.made', { toolCallId: 'call-place', ruleId: 'rule-made' })
  await emit(page, 'rules.changed', { rules: rulesWithMade })
  await page.getByRole('button', { name: /Undo the rule|ルールを取り消す/ }).waitFor()
}
