import type { Risk } from '../../shared/approvals/approval'
import type { ArgumentMatcher, MatcherOperator } from '../../shared/approvals/policy-rule'
import type { JsonObject } from '../../shared/lib/json'
import { parseWebAddress } from '../../shared/text/web-address'
import { numberText, readNumber } from './number-text'

/** A limit on one argument while it is being edited. */
export interface LimitDraft {
  readonly argument: string
  readonly type: 'string' | 'number' | 'boolean'
  readonly on: boolean
  readonly operator: MatcherOperator
  readonly text: string
}

/** The comparisons for each type, the most useful first. */
export const OPERATORS: { readonly [Type in LimitDraft['type']]: readonly MatcherOperator[] } = {
  string: ['equals', 'not-equals', 'starts-with', 'contains'],
  number: ['at-most', 'at-least', 'equals', 'not-equals'],
  boolean: ['equals'],
}

/** A longer name is not suggested as a limit. */
const LONGEST_NAME = 80
const CODE = /^[A-Z]{3}$/

/**
 * One draft for each argument that a rule can limit, with the value of the call. Those of `addressLimits` are on; for a high risk those of
 * `suggestedLimits` are too, and for a medium one numbers and switches, whose other values may mean more than what was asked.
 */
export function limitDrafts(input: JsonObject, risk: Risk): readonly LimitDraft[] {
  const suggested = new Set(risk === 'high' ? suggestedLimits(input).map((matcher) => matcher.argument) : [])
  const hosts = new Map(addressLimits(input).map((matcher) => [matcher.argument, matcher]))
  return Object.entries(input).flatMap(([argument, value]): readonly LimitDraft[] => {
    const on = suggested.has(argument) || (risk === 'medium' && (typeof value === 'number' || typeof value === 'boolean'))
    const host = on ? undefined : hosts.get(argument)
    if (host !== undefined) return [{ argument, type: 'string', on: true, operator: host.operator, text: String(host.value) }]
    if (typeof value === 'string') return [{ argument, type: 'string', on, operator: 'equals', text: value }]
    if (typeof value === 'number') return [{ argument, type: 'number', on, operator: 'at-most', text: numberText(value) }]
    if (typeof value === 'boolean') return [{ argument, type: 'boolean', on, operator: 'equals', text: String(value) }]
    return []
  })
}

/**
 * The limits for "the same again": the first text (whom or what it is about), no number above this one, and codes like
 * a currency, without which a number has no meaning.
 */
export function suggestedLimits(input: JsonObject): readonly ArgumentMatcher[] {
  const limits: ArgumentMatcher[] = []
  let named = false
  for (const [argument, value] of Object.entries(input)) {
    if (typeof value === 'number') limits.push({ argument, operator: 'at-most', value })
    else if (typeof value === 'string' && (CODE.test(value) || (!named && value.length <= LONGEST_NAME))) {
      named ||= !CODE.test(value)
      limits.push({ argument, operator: 'equals', value })
    }
  }
  return limits
}

/** What "this kind of thing again" means for a call about web addresses: pages of the same host, and of no other. */
export function addressLimits(input: JsonObject): readonly ArgumentMatcher[] {
  return Object.entries(input).flatMap(([argument, value]): readonly ArgumentMatcher[] => {
    const address = typeof value === 'string' ? parseWebAddress(value) : null
    if (typeof value !== 'string' || address === null) return []
    const beginning = `https://${address.host}`
    // texts are compared letter by letter: a host in capitals is only found again in capitals
    return [value.startsWith(beginning) ? { argument, operator: 'starts-with', value: beginning } : { argument, operator: 'equals', value }]
  })
}

/** The limits that are on; null while one of them has no valid number, or no text. */
export function matchersOf(drafts: readonly LimitDraft[]): readonly ArgumentMatcher[] | null {
  const matchers: ArgumentMatcher[] = []
  for (const draft of drafts) {
    if (!draft.on) continue
    const value = limitValue(draft)
    if (value === null) return null
    matchers.push({ argument: draft.argument, operator: draft.operator, value })
  }
  return matchers
}

/** Whether a limit that is on is invalid. */
export function isFaulty(draft: LimitDraft): boolean {
  return draft.on && limitValue(draft) === null
}

function limitValue({ type, operator, text }: LimitDraft): string | number | boolean | null {
  if (type === 'number') return readNumber(text)
  if (type === 'boolean') return text === 'true'
  return text === '' && operator !== 'equals' && operator !== 'not-equals' ? null : text
}
