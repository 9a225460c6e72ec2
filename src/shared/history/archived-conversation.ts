import { approvalSchema, approvalStateSchema, argumentsSchema } from '../approvals/approval'
import { policyEffectSchema, ruleNameSchema } from '../approvals/policy-rule'
import { attachmentSchema } from '../attachments/attachment'
import { replyModalitySchema } from '../ipc/text-choices'
import type { JsonValue } from '../lib/json'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { uiMessageSchema } from '../protocol/ui-message-schema'

const id = z.string().min(1).max(500)
/** ms since the epoch */
const time = z.number().int().nonnegative()
const json: z.ZodType<JsonValue> = z.json()

/**
 * A branch of a thread: it shares everything before `cut` with its parent (twice the position of a turn, plus one for
 * its answer).
 */
const branchSchema = z.strictObject({
  branch: z.number().int().min(1),
  parent: z.number().int().min(0),
  cut: z.number().int(),
  createdAt: time,
})

/**
 * One conversation with everything that belongs to it, as a history file stores it. Rules, settings and keys are not
 * included.
 */
export const archivedConversationSchema = z.strictObject({
  conversationId: id,
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  hasVoice: z.boolean(),
  pinnedAt: time.nullable(),
  archivedAt: time.nullable(),
  typedWords: replyModalitySchema.nullable(),
  /** in the order of creation; `turnPosition` is the turn's place in the thread */
  messages: z.array(
    z.strictObject({
      turnId: id,
      turnPosition: z.number().int(),
      updatedAt: time,
      branch: z.number().int().min(0).default(0),
      message: uiMessageSchema,
    }),
  ),
  /** the branches besides the first one, 0, and the one that is shown */
  branches: z.array(branchSchema).default([]),
  branch: z.number().int().min(0).default(0),
  /** the models' contents, verbatim, in addition to the messages */
  modelContents: z.array(z.strictObject({ messageId: id, contents: json })),
  approvals: z.array(
    z.strictObject({
      ...approvalSchema.omit({ conversationId: true, copied: true }).shape,
      events: z.array(z.strictObject({ state: approvalStateSchema, at: z.number(), reason: displayTextSchema.nullable() })),
    }),
  ),
  /** the rules' decision about each call */
  decisions: z.array(
    z.strictObject({
      toolCallId: id,
      toolName: id,
      inputHash: z.string(),
      effect: policyEffectSchema,
      number: z.number().int(),
      name: ruleNameSchema,
      ruleId: z.string().nullable(),
      decidedAt: z.number(),
    }),
  ),
  /** which calls ran, and how they ended */
  executions: z.array(
    z.strictObject({
      toolCallId: id,
      toolName: id,
      approvalId: z.string().nullable(),
      inputHash: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      startedAt: z.number(),
      endedAt: z.number().nullable(),
      output: argumentsSchema.nullable(),
      errorText: displayTextSchema.nullable(),
    }),
  ),
  /** the files of its messages and of the draft, in the order of addition */
  attachments: z
    .array(
      z.strictObject({
        ...attachmentSchema.omit({ bytes: true }).shape,
        isDraft: z.boolean(),
        createdAt: time,
        /** the file itself */
        content: z.base64(),
        /** an image in a format that models accept, if they don't accept the original's */
        still: z.base64().nullable(),
      }),
    )
    .default([]),
  /** text that was typed and not sent; empty if none */
  draft: z.string(),
})
export type ArchivedConversation = z.infer<typeof archivedConversationSchema>

/** Names the format of a file with conversations, and its version. */
export const HISTORY_FORMAT = 'parley-conversations'
export const HISTORY_VERSION = 2

/** A file with conversations: it contains all of their data and needs no other file. */
export const historyFileSchema = z.strictObject({
  format: z.literal(HISTORY_FORMAT),
  /** version 1 had plain English texts where messages are now; both are read */
  version: z.literal([1, HISTORY_VERSION]),
  exportedAt: time,
  conversations: z.array(archivedConversationSchema),
})
export type HistoryFile = z.infer<typeof historyFileSchema>
