import { policyEffectSchema, ruleNameSchema } from '../../../shared/approvals/policy-rule'
import { z } from '../../../shared/lib/zod'
import { jsonText, type SqlDatabase } from './sql-database'

const rowSchema = z.object({
  toolCallId: z.string(),
  conversationId: z.string(),
  toolName: z.string(),
  inputHash: z.string(),
  effect: policyEffectSchema,
  /** place of the rule in the list when it decided, from 1 */
  number: z.number(),
  name: jsonText(ruleNameSchema),
  /** null if no rule matched the call */
  ruleId: z.string().nullable(),
  decidedAt: z.number(),
  /** null for a call that an earlier version decided about, or that belongs to no turn */
  turnId: z.string().nullable(),
})
/** The final decision of the rules about one call. */
export type CallDecision = Readonly<z.infer<typeof rowSchema>>

/** The deciding rule of each call. On the disk before the call runs or is asked about. */
export interface CallDecisionTable {
  /** Stores the decision. False, without a change, if this call already has one. */
  insert(decision: CallDecision): boolean
  get(toolCallId: string): CallDecision | null
  ofConversation(conversationId: string): readonly CallDecision[]
  /** How many calls a rule has decided. */
  uses(ruleId: string): number
  /** How many calls a rule has let run since this time (ms since the epoch). */
  allowedSince(ruleId: string, time: number): number
}

const countSchema = z.object({ count: z.number() })

export function callDecisionTable(database: SqlDatabase): CallDecisionTable {
  return {
    insert: (decision) =>
      database.transaction(
        () =>
          database.run(
            `INSERT INTO call_decisions (toolCallId, conversationId, toolName, inputHash, effect, number, name, ruleId, decidedAt, turnId)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (toolCallId) DO NOTHING`,
            decision.toolCallId,
            decision.conversationId,
            decision.toolName,
            decision.inputHash,
            decision.effect,
            decision.number,
            JSON.stringify(decision.name),
            decision.ruleId,
            decision.decidedAt,
            decision.turnId,
          ) === 1,
      ),
    get: (toolCallId) => database.first(rowSchema, 'SELECT * FROM call_decisions WHERE toolCallId = ?', toolCallId),
    ofConversation: (conversationId) =>
      database.all(rowSchema, 'SELECT * FROM call_decisions WHERE conversationId = ? ORDER BY rowid', conversationId),
    allowedSince: (ruleId, time) =>
      database.first(
        countSchema,
        "SELECT count(*) AS count FROM call_decisions WHERE ruleId = ? AND effect = 'allow' AND decidedAt > ?",
        ruleId,
        time,
      )?.count ?? 0,
    uses: (ruleId) => database.first(countSchema, 'SELECT count(*) AS count FROM call_decisions WHERE ruleId = ?', ruleId)?.count ?? 0,
  }
}
