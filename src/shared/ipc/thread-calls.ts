import { callSummarySchema } from '../approvals/call-summary'
import { z } from '../lib/zod'
import { longestText } from './limits'
import { conversationStatusSchema, conversationSummarySchema } from './schemas'

const conversationId = z.string().min(1).max(200)
const messageId = z.string().min(1).max(200)
const conversation = z.strictObject({ conversationId })
const placed = z.strictObject({ conversationId, messageId })

/** `protocol/` has the type of a stored message; this only requires a plain object with the right name. */
const message = z.looseObject({
  id: z.string().min(1),
  role: z.enum(['user', 'assistant', 'system']),
  parts: z.array(z.looseObject({ type: z.string() })),
})

/** A place at which a thread has several branches. */
const forkSchema = z.strictObject({
  /** the last message that they share; null if none */
  after: z.string().nullable(),
  /** the branches in the order of their creation; `shown` is the index of the one on screen */
  branches: z.array(z.number().int()).readonly(),
  shown: z.number().int(),
})
export type Fork = Readonly<z.infer<typeof forkSchema>>

/** A long thread is sent in pieces: its end first, which the reader sees, then what comes before it. */
export const NEWEST_MESSAGES = 60
export const EARLIER_MESSAGES = 1000

/** A conversation as the page opens it. */
const openedSchema = z.strictObject({
  summary: conversationSummarySchema,
  status: conversationStatusSchema,
  /** the newest messages, in reading order */
  messages: z.array(message),
  /** number of messages before them (`conversation.earlier`) */
  earlier: z.number().int(),
  nextSeq: z.number().int(),
  /** what decided about the calls of the thread, and how long they ran */
  calls: z.array(callSummarySchema),
  forks: z.array(forkSchema),
})

/** The calls that read a thread and its branches; spread into the contract's tables. */
export const threadCalls = {
  /** Makes this the current conversation of talk key and composer, and returns its stored messages and next `seq`. */
  'conversation.open': { request: conversation, reply: openedSchema },
  /** The messages right before this one, and how many come before them. */
  'conversation.earlier': {
    request: placed,
    reply: z.strictObject({ messages: z.array(message), earlier: z.number().int() }),
  },
  /** Shows another branch of a fork. */
  'branch.show': { request: z.strictObject({ conversationId, branch: z.number().int().min(0) }), reply: openedSchema },
  /** Shows the branch with this message. */
  'branch.find': { request: placed, reply: openedSchema },
  /** Starts a new branch after this message; what followed it stays in its own branch. */
  'branch.begin': { request: placed, reply: openedSchema },
  /** Sends this text instead of what the user said there: the thread forks before that message. */
  'branch.edit': { request: placed.extend({ text: z.string().min(1).max(longestText) }).strict(), reply: openedSchema },
  /** Reads a text answer aloud; `turn.interrupt` stops it. The status shows its progress. */
  'answer.readAloud': { request: placed, reply: z.null() },
  /**
   * Plays the user's speech of a message without a transcript; `turn.interrupt` stops it. The status shows it as a
   * reading.
   */
  'speech.play': { request: placed, reply: z.null() },
  /** Requests another answer instead of this one: the thread forks before it. */
  'branch.again': { request: placed, reply: openedSchema },
} as const
