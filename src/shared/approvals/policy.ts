import { assertNever } from '../lib/assert-never'
import type { JsonObject } from '../lib/json'
import { messageOf } from '../messages/message'
import type { Risk } from './approval'
import type { ArgumentMatcher, PolicyEffect, PolicyRule, RuleName, RuleScope } from './policy-rule'

/** A call as the rules see it. */
export interface PolicyCall {
  readonly toolName: string
  readonly input: JsonObject
  readonly conversationId: string
  readonly risk: Risk
  /** what happens to the tool's calls when no rule applies */
  readonly toolDefault: PolicyEffect
  /** when a tool from outside Parley was first seen (ms since the epoch) */
  readonly knownSince?: number | null
}

/**
 * What the rules decide about a call. If no rule applied, `rule` is null and `number` is the place after the last rule.
 */
export interface PolicyDecision {
  readonly effect: PolicyEffect
  readonly number: number
  readonly name: RuleName
  readonly rule: PolicyRule | null
}

/**
 * The first rule that applies to the call decides; if none applies, the tool's own default. A high risk is never
 * allowed everywhere without a limit on an argument: such a rule, however it came into the list, asks instead.
 */
export function decideByPolicy(rules: readonly PolicyRule[], call: PolicyCall): PolicyDecision {
  const place = rules.findIndex((rule) => verdictOf(rule, call) === 'decides')
  const rule = rules[place]
  if (rule === undefined) {
    const effect = call.risk === 'high' && call.toolDefault === 'allow' ? 'ask' : call.toolDefault
    return { effect, number: rules.length + 1, name: messageOf(`rule-default-${effect}`), rule: null }
  }
  const effect = needsLimit(rule, call.risk) ? 'ask' : rule.effect
  return { effect, number: place + 1, name: rule.name, rule }
}

/** Whether a rule allows a high risk everywhere, without a limit on an argument. */
export function needsLimit(rule: Pick<PolicyRule, 'effect' | 'scope' | 'matchers'>, risk: Risk): boolean {
  return risk === 'high' && rule.effect === 'allow' && rule.scope.kind === 'always' && !rule.matchers.some(isLimit)
}

/**
 * Whether a matcher bounds an argument's value. A lower bound, an exclusion, or a text that only has to contain a space or
 * a slash bounds nothing.
 */
function isLimit({ operator, value }: ArgumentMatcher): boolean {
  if (operator === 'starts-with' || operator === 'contains') return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value)
  return operator !== 'not-equals' && operator !== 'at-least' && value !== ''
}

/** Why a rule does not apply to a call, or `decides`. */
export type RuleVerdict = 'other-tool' | 'other-conversation' | 'other-arguments' | 'decides'

/**
 * The verdict of one rule on a call: the first thing that does not match, or that it decides. A rule does not allow a
 * tool that was seen only after the rule was made: by a pattern, or as that of another server of the same name.
 */
export function verdictOf(rule: PolicyRule, call: Pick<PolicyCall, 'toolName' | 'input' | 'conversationId' | 'knownSince'>): RuleVerdict {
  if (!toolMatches(rule.tool, call.toolName)) return 'other-tool'
  if (rule.effect === 'allow' && rule.createdAt < (call.knownSince ?? 0)) return 'other-tool'
  if (!holdsIn(rule.scope, call.conversationId)) return 'other-conversation'
  return rule.matchers.every((matcher) => fits(matcher, call.input, rule.effect)) ? 'decides' : 'other-arguments'
}

/**
 * Whether every call of a tool would be denied, whatever its arguments: then the tool need not be declared to the model.
 * With null as conversation, rules of single conversations are left out.
 */
export function deniesAll(
  rules: readonly PolicyRule[],
  tool: { readonly name: string; readonly toolDefault: PolicyEffect },
  conversationId: string | null,
): boolean {
  for (const rule of rules) {
    const holds = rule.scope.kind === 'always' || rule.scope.conversationId === conversationId
    if (!holds || !toolMatches(rule.tool, tool.name)) continue
    if (rule.effect !== 'deny') return false
    if (rule.matchers.length === 0) return true
  }
  return tool.toolDefault === 'deny'
}

/** Whether a tool's name matches a pattern in which `*` stands for any characters. */
export function toolMatches(pattern: string, toolName: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return toolName === first
  if (!toolName.startsWith(first)) return false
  let at = first.length
  for (const piece of others) {
    const found = toolName.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return toolName.length - last.length >= at && toolName.endsWith(last)
}

function holdsIn(scope: RuleScope, conversationId: string): boolean {
  return scope.kind === 'always' || scope.conversationId === conversationId
}

function fits({ argument, operator, value }: ArgumentMatcher, input: JsonObject, effect: PolicyEffect): boolean {
  const given = Object.hasOwn(input, argument) ? input[argument] : undefined
  switch (operator) {
    case 'equals':
      return given === value
    case 'not-equals':
      return given !== undefined && given !== value
    case 'at-most':
      return typeof given === 'number' && typeof value === 'number' && given <= value
    case 'at-least':
      return typeof given === 'number' && typeof value === 'number' && given >= value
    case 'starts-with':
      return typeof given === 'string' && typeof value === 'string' && startsWith(given, value, effect)
    case 'contains':
      return typeof given === 'string' && typeof value === 'string' && given.includes(value)
    default:
      return assertNever(operator, 'matcher operator')
  }
}

/**
 * A rule that allows the beginning of an address must match its host as a whole: `https://a.example` does not allow
 * `https://a.example.evil`.
 */
function startsWith(given: string, beginning: string, effect: PolicyEffect): boolean {
  if (!given.startsWith(beginning) || effect !== 'allow') return given.startsWith(beginning)
  const next = given.charAt(beginning.length)
  return !ENDS_IN_HOST.test(beginning) || next === '' || '/?#'.includes(next)
}

const ENDS_IN_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i
