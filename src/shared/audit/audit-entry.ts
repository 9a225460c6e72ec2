import { argumentsSchema, riskSchema } from '../approvals/approval'
import { ruleNameSchema } from '../approvals/policy-rule'
import { storedScopeSchema } from '../gateway/gateway-client'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { sightEndSchema, sightKinds, sightStarters } from '../sight/sight-source'

/**
 * Who decided: the user, a gateway client in the user's name, a rule, the clock (no answer in time), nobody (the call
 * was withdrawn), or a demo that was played, in which nothing ran.
 */
export const deciderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user') }),
  z.strictObject({ kind: z.literal('client'), clientId: z.string(), name: z.string() }),
  z.strictObject({
    kind: z.literal('rule'),
    number: z.number().int(),
    name: ruleNameSchema,
    /** null if no rule applied and the tool's own default decided */
    ruleId: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('time') }),
  z.strictObject({ kind: z.literal('withdrawal') }),
  z.strictObject({ kind: z.literal('recording'), fixtureId: z.string() }),
])
export type Decider = Readonly<z.infer<typeof deciderSchema>>

/**
 * One event in the life of a call, of a gateway client, or of what Gemini sees. The values of secret arguments and results are already replaced. `refused`: the
 * call could not be decided about (unknown tool, invalid arguments), or an answer did not count.
 */
export const auditEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('requested'), risk: riskSchema.nullable(), input: argumentsSchema }),
  z.strictObject({
    kind: z.literal('decided'),
    decision: z.enum(['allowed', 'asked', 'denied', 'expired', 'withdrawn', 'refused']),
    by: deciderSchema.nullable(),
    reason: displayTextSchema.nullable(),
    editedInput: argumentsSchema.nullable(),
    /** the rule created from the answer */
    rememberedRuleId: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('executed'),
    outcome: z.enum(['done', 'failed']),
    result: argumentsSchema.nullable(),
    errorText: displayTextSchema.nullable(),
    /** null if the app stopped during the run */
    durationMs: z.number().nullable(),
  }),
  /** A change to a gateway client; it belongs to no call. */
  z.strictObject({
    kind: z.literal('client'),
    what: z.enum(['added', 'revoked']),
    clientId: z.string(),
    name: z.string(),
    scopes: z.array(storedScopeSchema),
    origins: z.array(z.string()),
  }),
  /**
   * Gemini began or ended to see something; it belongs to no call. `frames` and `bytes`: what was sent. A program does not say what its
   * frames show.
   */
  z.strictObject({
    kind: z.literal('sight'),
    what: z.enum(['began', 'ended']),
    by: z.enum([...sightStarters, 'program']),
    source: z.enum([...sightKinds, 'unknown']),
    /** the name of the program */
    program: z.string().exactOptional(),
    frames: z.number().int(),
    bytes: z.number().int(),
    /** null at the beginning */
    reason: sightEndSchema.nullable(),
  }),
])
export type AuditEvent = Readonly<z.infer<typeof auditEventSchema>>

export const auditKindSchema = z.enum(['requested', 'decided', 'executed', 'client', 'sight'])
export type AuditKind = z.infer<typeof auditKindSchema>

/**
 * The call that an event belongs to. Ids are empty if there was no call: an answer to an approval that does not exist.
 */
export const auditSubjectSchema = z.strictObject({
  conversationId: z.string(),
  toolCallId: z.string(),
  toolName: z.string(),
  approvalId: z.string().nullable(),
})
export type AuditSubject = Readonly<z.infer<typeof auditSubjectSchema>>

/** An entry of the audit trail. `hash` is sha-256 (hex) over `previousHash` and the canonical JSON of the rest. */
export const auditEntrySchema = z.strictObject({
  /** place in the trail, from 1, without gaps */
  number: z.number().int().min(1),
  /** ms since the epoch */
  at: z.number(),
  subject: auditSubjectSchema,
  event: auditEventSchema,
  previousHash: z.string(),
  hash: z.string(),
})
export type AuditEntry = Readonly<z.infer<typeof auditEntrySchema>>

/**
 * Whether the trail is unchanged: every hash matches and no number is missing. `brokenAt` is the first entry that does
 * not match.
 */
export const auditCheckSchema = z.strictObject({ entries: z.number().int(), brokenAt: z.number().int().nullable() })
export type AuditCheck = Readonly<z.infer<typeof auditCheckSchema>>
