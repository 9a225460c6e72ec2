import { approvalSchema, argumentsSchema, decisionSchema, riskSchema } from '../approvals/approval'
import { callSummarySchema } from '../approvals/call-summary'
import { numberedRuleSchema, policyEffectSchema, policyRuleSchema, ruleDraftSchema, ruleNameSchema } from '../approvals/policy-rule'
import { auditCheckSchema, auditEntrySchema, auditKindSchema } from '../audit/audit-entry'
import { z } from '../lib/zod'
import { displayTextSchema, modelText } from '../messages/message'
import { localizedSchema } from '../text/localized'

const nothing = z.null()
const rules = z.strictObject({ rules: z.array(numberedRuleSchema) })
const ruleId = z.string().min(1).max(200)
const toolName = z.string().min(1).max(200)

/** A tool as shown in the settings. */
export const toolSummarySchema = z.strictObject({
  name: z.string(),
  hint: localizedSchema,
  description: z.string(),
  icon: z.string(),
  risk: riskSchema,
  runs: z.enum(['main', 'renderer']),
  /** what happens to its calls when no rule applies: the user's choice, or the tool's own default */
  approval: policyEffectSchema,
  /** the argument keys that a rule can limit, with their types */
  arguments: z.array(z.strictObject({ key: z.string(), type: z.enum(['string', 'number', 'boolean', 'other']) })),
  /** every call would be denied, so the tool is not declared to the model */
  hiddenFromModel: z.boolean(),
})
export type ToolSummary = z.infer<typeof toolSummarySchema>

/** How the run of a tool in the window ended. */
export const pageToolOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), output: argumentsSchema }),
  /** `errorText`: what, why, what to do */
  z.strictObject({
    kind: z.literal('error'),
    errorText: displayTextSchema.refine((text) => modelText(text) !== '' && modelText(text).length <= 2000),
  }),
])
export type PageToolOutcome = z.infer<typeof pageToolOutcomeSchema>

/** One of several answers: the approval in its new state, or why the answer did not count. */
export const decisionResultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('decided'), approval: approvalSchema }),
  z.strictObject({ kind: z.literal('refused'), approvalId: z.string(), code: z.string(), message: z.string() }),
])
export type DecisionResult = z.infer<typeof decisionResultSchema>

/** The page's calls about tools, rules and the audit trail. */
export const toolCalls = {
  /** Several answers at once. Those that allow must all be for approvals of one turn, otherwise none counts. */
  'approval.decideAll': {
    request: z.strictObject({ decisions: z.array(decisionSchema).min(1).max(200) }),
    reply: z.strictObject({ results: z.array(decisionResultSchema) }),
  },
  /**
   * What the approval would be with these arguments. `question`: null while they can't be used. `faults`: what does not fit, with the key
   * of its argument; '' for what belongs to none. `denial`: the rule that would deny the call.
   */
  'approval.preview': {
    request: z.strictObject({ approvalId: z.string().min(1).max(200), input: argumentsSchema }),
    reply: z.strictObject({
      question: localizedSchema.nullable(),
      faults: z.array(z.strictObject({ argument: z.string(), problem: displayTextSchema })),
      denial: z.strictObject({ number: z.number().int(), name: ruleNameSchema }).nullable(),
    }),
  },
  /** Stops a call: an open approval is withdrawn, a run is ended. */
  'call.cancel': { request: z.strictObject({ conversationId: z.string().min(1), toolCallId: z.string().min(1) }), reply: nothing },
  /** The image that a call's run returned, as a `data:` address; null if it returned none or it is gone. */
  'call.picture': {
    request: z.strictObject({ toolCallId: z.string().min(1) }),
    reply: z.strictObject({ address: z.string().startsWith('data:image/jpeg;base64,').nullable() }),
  },
  /**
   * The result of a tool that main asked this page to run; refused for a call that main did not give to the page or
   * that has ended.
   */
  'tool.settle': { request: z.strictObject({ toolCallId: z.string().min(1), outcome: pageToolOutcomeSchema }), reply: nothing },
  'tools.list': { request: nothing, reply: z.strictObject({ tools: z.array(toolSummarySchema) }) },
  /** What happens to a tool's calls when no rule applies. */
  'tools.setDefault': {
    request: z.strictObject({ toolName, effect: policyEffectSchema }),
    reply: z.strictObject({ tools: z.array(toolSummarySchema) }),
  },
  'rules.list': { request: nothing, reply: rules },
  /** Adds a rule before the user's other rules, or changes an existing one, and returns the new list. */
  'rules.save': {
    /** `place`: the place of a new rule in the list; for Undo */
    request: z.strictObject({ rule: ruleDraftSchema, place: z.number().int().min(1).optional() }),
    reply: z.strictObject({ saved: numberedRuleSchema, ...rules.shape }),
  },
  'rules.remove': {
    request: z.strictObject({ ruleId }),
    reply: z.strictObject({ rule: policyRuleSchema, place: z.number().int(), ...rules.shape }),
  },
  /** Moves a rule of the user to a place in the list, or as near to it as the built-in rules allow. */
  'rules.move': { request: z.strictObject({ ruleId, place: z.number().int().min(1) }), reply: rules },
  /**
   * What the rules would decide about a call, with the verdict of each rule up to the deciding one. Nothing is run or
   * stored.
   */
  'rules.try': {
    request: z.strictObject({ toolName, input: argumentsSchema, conversationId: z.string().nullable() }),
    reply: z.strictObject({
      effect: policyEffectSchema,
      number: z.number().int(),
      name: ruleNameSchema,
      trail: z.array(
        z.strictObject({
          number: z.number().int(),
          name: ruleNameSchema,
          /** the first thing that did not match; `decides` for the rule that decided */
          verdict: z.enum(['other-tool', 'other-conversation', 'other-arguments', 'decides']),
        }),
      ),
    }),
  },
  /** Entries, newest first. `before`: only those with a lower number, for the next page. */
  'audit.list': {
    request: z.strictObject({
      toolName: toolName.optional(),
      kind: auditKindSchema.optional(),
      conversationId: z.string().min(1).optional(),
      before: z.number().int().min(1).optional(),
      limit: z.number().int().min(1).max(500),
    }),
    reply: z.strictObject({ entries: z.array(auditEntrySchema), check: auditCheckSchema }),
  },
  /** If the system has a file dialog, the user chooses a file there and main writes it. */
  'audit.export': {
    request: z.strictObject({ format: z.enum(['json', 'csv']) }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
      /** this host has no dialog: the page downloads the text */
      z.strictObject({ kind: z.literal('text'), fileName: z.string(), text: z.string() }),
    ]),
  },
} as const

/** Main's events about tools, rules and calls. */
export const toolEvents = {
  'rules.changed': rules,
  'tools.changed': z.strictObject({ tools: z.array(toolSummarySchema) }),
  /** A rule decided about a call, or the call's run ended: the current facts of the call. */
  'call.decided': callSummarySchema,
  /** Asks the page to run this tool and to reply with `tool.settle`. */
  'tool.run': z.strictObject({ toolCallId: z.string(), conversationId: z.string(), name: z.string(), input: argumentsSchema }),
  /** Asks the page to end the run of this call; its result no longer counts. */
  'tool.cancel': z.strictObject({ toolCallId: z.string() }),
} as const
