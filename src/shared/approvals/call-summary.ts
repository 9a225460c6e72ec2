import { z } from '../lib/zod'
import { localizedSchema } from '../text/localized'
import { argumentsSchema } from './approval'
import { policyEffectSchema } from './policy-rule'

/** What decided about one call and how it went: for the call's line in the thread, beside its part of the message. */
export const callSummarySchema = z.strictObject({
  conversationId: z.string(),
  toolCallId: z.string(),
  toolName: z.string(),
  /** what the rule said: for `ask`, the approval of the call tells what the user said */
  effect: policyEffectSchema,
  /** the rule's place in the list when it decided, from 1 */
  number: z.number().int().min(1),
  name: localizedSchema,
  /** the arguments that ran instead of those the model sent; null where nothing was changed */
  editedInput: argumentsSchema.nullable(),
  /** what the user said to the call's last question, and when (ms since the epoch); null where nobody was asked or nobody answered */
  answer: z.strictObject({ approved: z.boolean(), at: z.number() }).nullable(),
  /** ms that the run took; null while it has not ended, and for a call that did not run */
  durationMs: z.number().nullable(),
})
export type CallSummary = Readonly<z.infer<typeof callSummarySchema>>
