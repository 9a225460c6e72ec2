import { z } from '../lib/zod'
import { argumentsSchema } from './approval'
import { policyEffectSchema, ruleNameSchema } from './policy-rule'

/** What decided about one call and how it ended; the thread shows it in the call's line. */
export const callSummarySchema = z.strictObject({
  conversationId: z.string(),
  toolCallId: z.string(),
  toolName: z.string(),
  /** the effect of the rule; for `ask`, `answer` has the user's decision */
  effect: policyEffectSchema,
  /** the rule's place in the list when it decided, from 1 */
  number: z.number().int().min(1),
  name: ruleNameSchema,
  /** the arguments that ran instead of those the model sent; null if nothing was changed */
  editedInput: argumentsSchema.nullable(),
  /**
   * the user's answer to the call's last approval, and when (ms since the epoch); null without an approval or an answer
   */
  answer: z.strictObject({ approved: z.boolean(), at: z.number() }).nullable(),
  /** duration of the run in ms; null until it ends, and for a call that did not run */
  durationMs: z.number().nullable(),
})
export type CallSummary = Readonly<z.infer<typeof callSummarySchema>>
