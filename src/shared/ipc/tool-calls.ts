import { approvalSchema, argumentsSchema, decisionSchema, riskSchema } from '../approvals/approval'
import { callSummarySchema } from '../approvals/call-summary'
import { numberedRuleSchema, policyEffectSchema, policyRuleSchema, ruleDraftSchema } from '../approvals/policy-rule'
import { auditCheckSchema, auditEntrySchema, auditKindSchema } from '../audit/audit-entry'
import { z } from '../lib/zod'
import { displayTextSchema, modelText } from '../messages/message'
import { localizedSchema } from '../text/localized'

const nothing = z.null()
const rules = z.strictObject({ rules: z.array(numberedRuleSchema) })
const ruleId = z.string().min(1).max(200)
const toolName = z.string().min(1).max(200)

/** A tool as the settings show it. */
export const toolSummarySchema = z.strictObject({
  name: z.string(),
  hint: localizedSchema,
  description: z.string(),
  icon: z.string(),
  risk: riskSchema,
  runs: z.enum(['main', 'renderer']),
  /** what becomes of its calls when no rule speaks of them: the user's choice, or the tool's own */
  approval: policyEffectSchema,
  /** the argument keys that a rule can limit, with the type of each */
  arguments: z.array(z.strictObject({ key: z.string(), type: z.enum(['string', 'number', 'boolean', 'other']) })),
  /** every call would be denied, so the model is not told of it */
  hiddenFromModel: z.boolean(),
})
export type ToolSummary = z.infer<typeof toolSummarySchema>

/** How a tool that ran in the window ended. */
export const pageToolOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), output: argumentsSchema }),
  /** `errorText`: what, why, what to do */
  z.strictObject({
    kind: z.literal('error'),
    errorText: displayTextSchema.refine((text) => modelText(text) !== '' && modelText(text).length <= 2000),
  }),
])
export type PageToolOutcome = z.infer<typeof pageToolOutcomeSchema>

/** One answer of several: the question as it is now, or why the answer did not count. */
export const decisionResultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('decided'), approval: approvalSchema }),
  z.strictObject({ kind: z.literal('refused'), approvalId: z.string(), code: z.string(), message: z.string() }),
])
export type DecisionResult = z.infer<typeof decisionResultSchema>

/** The calls of the page about tools, rules and the audit trail. */
export const toolCalls = {
  /** Several answers at once. Those that allow must all be about questions of one turn, else none of them counts. */
  'approval.decideAll': {
    request: z.strictObject({ decisions: z.array(decisionSchema).min(1).max(200) }),
    reply: z.strictObject({ results: z.array(decisionResultSchema) }),
  },
  /** Stops a call: an open question is taken back, a run is ended. */
  'call.cancel': { request: z.strictObject({ conversationId: z.string().min(1), toolCallId: z.string().min(1) }), reply: nothing },
  /** The picture that a call's run gave, as a `data:` address; null where it gave none or it is gone. */
  'call.picture': {
    request: z.strictObject({ toolCallId: z.string().min(1) }),
    reply: z.strictObject({ address: z.string().startsWith('data:image/jpeg;base64,').nullable() }),
  },
  /** The end of a tool that main asked this page to run; refused for a call that main did not give to the page or that has ended. */
  'tool.settle': { request: z.strictObject({ toolCallId: z.string().min(1), outcome: pageToolOutcomeSchema }), reply: nothing },
  'tools.list': { request: nothing, reply: z.strictObject({ tools: z.array(toolSummarySchema) }) },
  /** What becomes of a tool's calls when no rule speaks of them. */
  'tools.setDefault': {
    request: z.strictObject({ toolName, effect: policyEffectSchema }),
    reply: z.strictObject({ tools: z.array(toolSummarySchema) }),
  },
  'rules.list': { request: nothing, reply: rules },
  /** Adds a rule at the head of the user's rules, or changes one that is there, and gives the list that holds then. */
  'rules.save': {
    /** `place`: where a new rule goes, as a number of the list; for Undo */
    request: z.strictObject({ rule: ruleDraftSchema, place: z.number().int().min(1).optional() }),
    reply: z.strictObject({ saved: numberedRuleSchema, ...rules.shape }),
  },
  'rules.remove': {
    request: z.strictObject({ ruleId }),
    reply: z.strictObject({ rule: policyRuleSchema, place: z.number().int(), ...rules.shape }),
  },
  /** Moves a rule of the user to a place of the list, or as near to it as the built-in rules let it. */
  'rules.move': { request: z.strictObject({ ruleId, place: z.number().int().min(1) }), reply: rules },
  /** What the rules would say of a call, and what each rule up to the deciding one said. Nothing is run or kept. */
  'rules.try': {
    request: z.strictObject({ toolName, input: argumentsSchema, conversationId: z.string().nullable() }),
    reply: z.strictObject({
      effect: policyEffectSchema,
      number: z.number().int(),
      name: localizedSchema,
      trail: z.array(
        z.strictObject({
          number: z.number().int(),
          name: localizedSchema,
          /** the first thing that did not fit; `decides` at the rule that decided */
          verdict: z.enum(['other-tool', 'other-conversation', 'other-arguments', 'decides']),
        }),
      ),
    }),
  },
  /** Entries, the newest first. `before`: only those with a lower number, for the next page. */
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
  /** Where the system has a dialog for it the user chooses a file there, and main writes it. */
  'audit.export': {
    request: z.strictObject({ format: z.enum(['json', 'csv']) }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
      /** no dialog here: the page keeps it as a browser does */
      z.strictObject({ kind: z.literal('text'), fileName: z.string(), text: z.string() }),
    ]),
  },
} as const

/** The events of main about tools, rules and calls. */
export const toolEvents = {
  'rules.changed': rules,
  'tools.changed': z.strictObject({ tools: z.array(toolSummarySchema) }),
  /** A rule has decided about a call, or the call's run has ended: the facts of the call as they are now. */
  'call.decided': callSummarySchema,
  /** The page is to run this tool and to answer with `tool.settle`. */
  'tool.run': z.strictObject({ toolCallId: z.string(), conversationId: z.string(), name: z.string(), input: argumentsSchema }),
  /** The page is to end the run of this call; an answer does not count any more. */
  'tool.cancel': z.strictObject({ toolCallId: z.string() }),
} as const
