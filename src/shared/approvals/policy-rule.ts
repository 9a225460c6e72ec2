import { z } from '../lib/zod'
import { type Message, messageSchema } from '../messages/message'
import { type Localized, localizedSchema } from '../text/localized'

/** What a rule does with a call: it runs at once, the user is asked, or it is refused without asking. */
export const policyEffectSchema = z.enum(['allow', 'ask', 'deny'])
export type PolicyEffect = z.infer<typeof policyEffectSchema>

export const matcherOperatorSchema = z.enum(['equals', 'not-equals', 'at-most', 'at-least', 'starts-with', 'contains'])
export type MatcherOperator = z.infer<typeof matcherOperatorSchema>

/**
 * A limit on one argument, by its key as the model sends it. `at-most` and `at-least` compare numbers; `starts-with` and `contains` compare
 * texts, case-sensitively. In a rule that allows the beginning of an address, the host must match as a whole. A missing argument, or one of
 * another type, never matches.
 */
export const argumentMatcherSchema = z.strictObject({
  argument: z.string().min(1).max(200),
  operator: matcherOperatorSchema,
  value: z.union([z.string().max(2000), z.number(), z.boolean()]),
})
export type ArgumentMatcher = z.infer<typeof argumentMatcherSchema>

/** The most runs in 24 hours that the user can write into a rule. */
export const longestDayLimit = 1000

/** How many calls an allowing rule lets run in 24 hours; then it asks. Left out: as many as come. */
const mostPerDaySchema = z.number().int().min(1).max(longestDayLimit).exactOptional()

/** Where a rule applies: everywhere, or in one conversation only. */
export const ruleScopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always') }),
  z.strictObject({ kind: z.literal('conversation'), conversationId: z.string().min(1).max(200) }),
])
export type RuleScope = z.infer<typeof ruleScopeSchema>

/**
 * The name of a rule: a message, which is worded when it is shown, or the user's own text. Earlier versions stored every name as a
 * text in each language.
 */
export const ruleNameSchema = z.union([messageSchema, localizedSchema])
export type RuleName = Message | Localized

/** One rule. It applies to a call when the tool's name, the scope and every matcher match. */
export const policyRuleSchema = z.strictObject({
  ruleId: z.string().min(1).max(200),
  name: ruleNameSchema,
  /** a tool's name, in which `*` stands for any characters */
  tool: z.string().min(1).max(200),
  matchers: z.array(argumentMatcherSchema).max(20).readonly(),
  scope: ruleScopeSchema,
  effect: policyEffectSchema,
  mostPerDay: mostPerDaySchema,
  /** `built-in` rules come with Parley and can't be changed */
  origin: z.enum(['built-in', 'user']),
  /** ms since the epoch */
  createdAt: z.number(),
})
export type PolicyRule = Readonly<z.infer<typeof policyRuleSchema>>

/** The most characters of a new rule's name in any language: cards and lines of the thread show it. */
export const longestRuleName = 200

/** Names of Parley hold the limits of their rule. */
const longestNameJson = 20_000

const ownNameText = z.string().min(1).max(longestRuleName)
const ownNameSchema = z.object({ en: ownNameText }).catchall(ownNameText)

/** The fields of a rule that the user writes; null as `ruleId` creates a new rule. */
export const ruleDraftSchema = policyRuleSchema.pick({ tool: true, matchers: true, scope: true, effect: true, mostPerDay: true }).extend({
  name: z.union([messageSchema, ownNameSchema]).refine((name) => JSON.stringify(name).length <= longestNameJson),
  ruleId: z.string().min(1).max(200).nullable(),
})
export type RuleDraft = Readonly<z.infer<typeof ruleDraftSchema>>

/** The user's wish to get the same decision from now on; sent together with an answer. */
export const rememberSchema = z.strictObject({
  scope: z.enum(['conversation', 'always']),
  matchers: z.array(argumentMatcherSchema).max(20).readonly(),
  /** only together with a yes */
  mostPerDay: mostPerDaySchema,
})
export type Remember = Readonly<z.infer<typeof rememberSchema>>

/** A rule and its place in the list, counted from 1: the number that cards and lines of the thread show. */
export const numberedRuleSchema = z.strictObject({
  number: z.number().int().min(1),
  rule: policyRuleSchema,
  /** how many calls it has decided */
  uses: z.number().int().min(0),
})
export type NumberedRule = Readonly<z.infer<typeof numberedRuleSchema>>
