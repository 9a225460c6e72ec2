import type { Localized } from '../text/localized'
import { type ArgumentMatcher, longestRuleName, type MatcherOperator, type PolicyEffect, type RuleDraft } from './policy-rule'

const effects: { readonly [Effect in PolicyEffect]: Localized } = {
  allow: { en: 'allow', ja: '許可' },
  ask: { en: 'ask about', ja: '確認' },
  deny: { en: 'deny', ja: '拒否' },
}

const operators: { readonly [Operator in MatcherOperator]: (argument: string, value: string) => Localized } = {
  equals: (argument, value) => ({ en: `${argument} is ${value}`, ja: `${argument}が${value}` }),
  'not-equals': (argument, value) => ({ en: `${argument} is not ${value}`, ja: `${argument}が${value}以外` }),
  'at-most': (argument, value) => ({ en: `${argument} at most ${value}`, ja: `${argument}が${value}以下` }),
  'at-least': (argument, value) => ({ en: `${argument} at least ${value}`, ja: `${argument}が${value}以上` }),
  'starts-with': (argument, value) => ({ en: `${argument} begins with ${value}`, ja: `${argument}が${value}で始まる` }),
  contains: (argument, value) => ({ en: `${argument} contains ${value}`, ja: `${argument}が${value}を含む` }),
}

/** More of a value than this a name does not repeat. */
const LONGEST_VALUE = 60

/** A name for a rule that the user did not name: what it does, to which calls, within which limits, cut where that is too much for a name. */
export function ruleName({ effect, tool, matchers, scope }: Pick<RuleDraft, 'effect' | 'tool' | 'matchers' | 'scope'>): Localized {
  const limits = matchers.map(limitWords)
  const en = [`${effects[effect].en} ${tool}`, ...limits.map((limit) => limit.en)].join(', ')
  const ja = `${tool}を${effects[effect].ja}${limits.length === 0 ? '' : `（${limits.map((limit) => limit.ja).join('、')}）`}`
  const everywhere = scope.kind === 'always'
  return {
    en: cut(everywhere ? en : `${en}, in this conversation`, longestRuleName),
    ja: cut(everywhere ? ja : `この会話では${ja}`, longestRuleName),
  }
}

function limitWords({ argument, operator, value }: ArgumentMatcher): Localized {
  return operators[operator](argument, typeof value === 'number' ? value.toLocaleString('en-US') : cut(String(value), LONGEST_VALUE))
}

/** At most so many characters, the last of them `…` where something was left out; never half of one. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
