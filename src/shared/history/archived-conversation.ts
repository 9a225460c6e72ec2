import { approvalSchema, approvalStateSchema, argumentsSchema } from '../approvals/approval'
import { policyEffectSchema } from '../approvals/policy-rule'
import { attachmentSchema } from '../attachments/attachment'
import { replyModalitySchema } from '../ipc/text-choices'
import type { JsonValue } from '../lib/json'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { uiMessageSchema } from '../protocol/ui-message-schema'
import { localizedSchema } from '../text/localized'

const id = z.string().min(1).max(500)
/** ms since the epoch */
const time = z.number().int().nonnegative()
const json: z.ZodType<JsonValue> = z.json()

/** A branch of a thread: it shares what stands before `cut` with its parent (twice the position of a turn, plus one for its answer). */
const branchSchema = z.strictObject({
  branch: z.number().int().min(1),
  parent: z.number().int().min(0),
  cut: z.number().int(),
  createdAt: time,
})

/** One conversation with all that belongs to it, as a file keeps it. Rules, settings and keys are no part of it. */
export const archivedConversationSchema = z.strictObject({
  conversationId: id,
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  hasVoice: z.boolean(),
  pinnedAt: time.nullable(),
  archivedAt: time.nullable(),
  typedWords: replyModalitySchema.nullable(),
  /** in the order in which they were first said; `turnPosition` is the turn's place in the thread */
  messages: z.array(
    z.strictObject({
      turnId: id,
      turnPosition: z.number().int(),
      updatedAt: time,
      branch: z.number().int().min(0).default(0),
      message: uiMessageSchema,
    }),
  ),
  /** the branches beside the first one, 0, and which one is shown */
  branches: z.array(branchSchema).default([]),
  branch: z.number().int().min(0).default(0),
  /** what the models said, verbatim, beside the messages */
  modelContents: z.array(z.strictObject({ messageId: id, contents: json })),
  approvals: z.array(
    z.strictObject({
      ...approvalSchema.omit({ conversationId: true }).shape,
      events: z.array(z.strictObject({ state: approvalStateSchema, at: z.number(), reason: displayTextSchema.nullable() })),
    }),
  ),
  /** what the rules said of each call */
  decisions: z.array(
    z.strictObject({
      toolCallId: id,
      toolName: id,
      inputHash: z.string(),
      effect: policyEffectSchema,
      number: z.number().int(),
      name: localizedSchema,
      ruleId: z.string().nullable(),
      decidedAt: z.number(),
    }),
  ),
  /** what ran, and how it ended */
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
  /** the files of its messages and of the draft, in the order in which they were added */
  attachments: z
    .array(
      z.strictObject({
        ...attachmentSchema.omit({ bytes: true }).shape,
        isDraft: z.boolean(),
        createdAt: time,
        /** the file itself */
        content: z.base64(),
        /** a picture that models don't take as it is, as one that they take */
        still: z.base64().nullable(),
      }),
    )
    .default([]),
  /** what was typed and not sent; empty where nothing was */
  draft: z.string(),
})
export type ArchivedConversation = z.infer<typeof archivedConversationSchema>

/** Names the format of a file with conversations, and its version. */
export const HISTORY_FORMAT = 'parley-conversations'
export const HISTORY_VERSION = 2

/** A file with conversations: nothing of them is left out, and nothing of it is needed beside it. */
export const historyFileSchema = z.strictObject({
  format: z.literal(HISTORY_FORMAT),
  /** version 1 had plain English texts where messages are now; both are read */
  version: z.literal([1, HISTORY_VERSION]),
  exportedAt: time,
  conversations: z.array(archivedConversationSchema),
})
export type HistoryFile = z.infer<typeof historyFileSchema>
