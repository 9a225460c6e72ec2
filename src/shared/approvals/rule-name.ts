import { inEveryLanguage, type Translator } from '../i18n/translator'
import type { Localized } from '../text/localized'
import { type ArgumentMatcher, longestRuleName, type RuleDraft } from './policy-rule'

/** The most characters of a value that a name repeats. */
const LONGEST_VALUE = 60

/** What a rule is named after. */
type NamedFacts = Pick<RuleDraft, 'effect' | 'tool' | 'matchers' | 'scope' | 'mostPerDay'>

/**
 * A name for a rule that the user did not name: what it does, to which calls, within which limits; cut if it is too
 * long.
 */
export function ruleName(facts: NamedFacts): Localized {
  return inEveryLanguage((i18n) => cut(nameIn(i18n, facts), longestRuleName))
}

function nameIn(i18n: Translator, { effect, tool, matchers, scope, mostPerDay }: NamedFacts): string {
  const perDay = mostPerDay === undefined ? [] : [i18n.t('ruleName.limit.perDay', { most: mostPerDay })]
  const limits = [...matchers.map((matcher) => limitText(matcher, i18n)), ...perDay].join(i18n.t('ruleName.between'))
  const all = i18n.t(`ruleName.${effect}`, { tool })
  const rule = limits === '' ? all : i18n.t('ruleName.limited', { rule: all, limits })
  return scope.kind === 'always' ? rule : i18n.t('ruleName.inConversation', { rule })
}

function limitText({ argument, operator, value }: ArgumentMatcher, i18n: Translator): string {
  const shown = typeof value === 'number' ? value.toLocaleString(i18n.locale) : cut(String(value), LONGEST_VALUE)
  return i18n.t(`ruleName.limit.${operator}`, { argument, value: shown })
}

/** At most this many characters, the last of them `…` if something was left out; never splits a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
