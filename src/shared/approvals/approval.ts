import type { JsonObject, JsonValue } from '../lib/json'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { localizedSchema } from '../text/localized'
import { copiedTextSchema } from './copied-text'
import { rememberSchema, ruleNameSchema } from './policy-rule'

/** How much harm a call can do: `high` can't be undone. */
export const riskSchema = z.enum(['low', 'medium', 'high'])
export type Risk = z.infer<typeof riskSchema>

/** The states of one approval (design §6): every transition is one stored row, written before its effect. */
export const approvalStateSchema = z.enum(['requested', 'approved', 'denied', 'expired', 'withdrawn', 'executing', 'done', 'failed'])
export type ApprovalState = z.infer<typeof approvalStateSchema>

/** Arguments of a call: a JSON object. */
export const argumentsSchema: z.ZodType<JsonObject, JsonValue> = z.record(z.string(), z.json())

/** One approval request, as main stores it and as a card shows it. Times are ms since the epoch. */
export const approvalSchema = z.strictObject({
  approvalId: z.string().min(1),
  conversationId: z.string().min(1),
  turnId: z.string().min(1),
  messageId: z.string().min(1),
  toolCallId: z.string().min(1),
  toolName: z.string().min(1),
  risk: riskSchema,
  /** The question to the user with the real values, in both languages of the UI. */
  question: localizedSchema,
  /** Where the data goes, for example a bank; empty when it stays on this computer. */
  destination: z.string(),
  /** All arguments as the model sent them. */
  input: argumentsSchema,
  /** sha-256 (hex) of the canonical JSON of `input`: a decision counts only for the arguments that were shown. */
  inputHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The arguments that the user allowed instead of `input`; null if nothing was changed. */
  editedInput: argumentsSchema.nullable(),
  /** Which of the call's approvals this is: `index` counts from 1. The call runs after a yes to the last one. */
  step: z.strictObject({ index: z.number().int().min(1), of: z.number().int().min(1) }),
  /** The rule that required this approval. */
  rule: z.strictObject({ number: z.number().int(), name: ruleNameSchema }),
  /** The arguments that contain text of servers, files or the clipboard; left out if none does. */
  copied: z.array(copiedTextSchema).readonly().exactOptional(),
  state: approvalStateSchema,
  requestedAt: z.number(),
  expiresAt: z.number(),
  decidedAt: z.number().nullable(),
  /** the user's own words, or why it was withdrawn or its call failed */
  reason: displayTextSchema.nullable(),
})
export type Approval = z.infer<typeof approvalSchema>

/** The user's answer to one approval request. Only main decides whether it counts. */
export const decisionSchema = z.strictObject({
  approvalId: z.string().min(1),
  inputHash: z.string().min(1),
  approved: z.boolean(),
  reason: z.string().max(500).optional(),
  /**
   * Changed arguments to run the call with; only together with a yes. `inputHash` is still the hash of what was shown.
   */
  editedInput: argumentsSchema.optional(),
  /** Creates a rule from this answer: allow or deny, according to `approved`. */
  remember: rememberSchema.optional(),
})
export type Decision = z.infer<typeof decisionSchema>
