import type { Localized } from '../text/localized'
import { inEveryLanguage, type Translator } from '../words/translator'
import { type ArgumentMatcher, longestRuleName, type RuleDraft } from './policy-rule'

/** More of a value than this a name does not repeat. */
const LONGEST_VALUE = 60

/** A name for a rule that the user did not name: what it does, to which calls, within which limits, cut where that is too much for a name. */
export function ruleName(facts: Pick<RuleDraft, 'effect' | 'tool' | 'matchers' | 'scope'>): Localized {
  return inEveryLanguage((words) => cut(nameIn(words, facts), longestRuleName))
}

function nameIn(words: Translator, { effect, tool, matchers, scope }: Pick<RuleDraft, 'effect' | 'tool' | 'matchers' | 'scope'>): string {
  const limits = matchers.map((matcher) => limitWords(matcher, words)).join(words.say('ruleName.between'))
  const all = words.say(`ruleName.${effect}`, { tool })
  const rule = limits === '' ? all : words.say('ruleName.limited', { rule: all, limits })
  return scope.kind === 'always' ? rule : words.say('ruleName.inConversation', { rule })
}

function limitWords({ argument, operator, value }: ArgumentMatcher, words: Translator): string {
  const shown = typeof value === 'number' ? value.toLocaleString(words.locale) : cut(String(value), LONGEST_VALUE)
  return words.say(`ruleName.limit.${operator}`, { argument, value: shown })
}

/** At most so many characters, the last of them `…` where something was left out; never half of one. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
