import type { Translator } from '../i18n/translator'
import { displayText, type Message, messageOf } from '../messages/message'
import { type ArgumentMatcher, longestRuleName, type RuleDraft, type RuleName } from './policy-rule'

/** The most characters of a value that a name repeats. */
const LONGEST_VALUE = 60

/** What a rule is named after. */
type NamedFacts = Pick<RuleDraft, 'effect' | 'tool' | 'matchers' | 'scope' | 'mostPerDay'>

/** A name for a rule that the user did not name: what it does, to which calls, within which limits. */
export function ruleName({ effect, tool, matchers, scope, mostPerDay }: NamedFacts): Message {
  const perDay = mostPerDay === undefined ? [] : [messageOf('rule-limit-per-day', { most: mostPerDay })]
  const limits = listed([...matchers.map(limitName), ...perDay])
  const all = messageOf(`rule-${effect}`, { tool })
  const rule = limits === null ? all : messageOf('rule-limited', { rule: all, limits })
  return scope.kind === 'always' ? rule : messageOf('rule-in-conversation', { rule })
}

/** The name in the user's language, cut if it is too long. Numbers are written as the language does. */
export function ruleNameText(name: RuleName, i18n: Translator): string {
  return cut(displayText(isMessage(name) ? withNumbers(name, i18n.locale) : name, i18n), longestRuleName)
}

function limitName({ argument, operator, value }: ArgumentMatcher): Message {
  return messageOf(`rule-limit-${operator}`, { argument, value: typeof value === 'number' ? value : cut(String(value), LONGEST_VALUE) })
}

function listed([limit, ...others]: readonly Message[]): Message | null {
  if (limit === undefined) return null
  const rest = listed(others)
  return rest === null ? limit : messageOf('rule-limits', { limit, others: rest })
}

function isMessage(name: RuleName): name is Message {
  return typeof name.values === 'object'
}

function withNumbers(name: Message, locale: string): Message {
  const values = Object.entries(name.values).map(([slot, value]) => {
    if (typeof value === 'number') return [slot, value.toLocaleString(locale)] as const
    return [slot, typeof value === 'object' && 'code' in value && isMessage(value) ? withNumbers(value, locale) : value] as const
  })
  return { code: name.code, values: Object.fromEntries(values) }
}

/** At most this many characters, the last of them `…` if something was left out; never splits a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
