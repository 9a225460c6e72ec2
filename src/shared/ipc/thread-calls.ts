import { callSummarySchema } from '../approvals/call-summary'
import { z } from '../lib/zod'
import { longestText } from './limits'
import { conversationStatusSchema, conversationSummarySchema } from './schemas'

const conversationId = z.string().min(1).max(200)
const messageId = z.string().min(1).max(200)
const conversation = z.strictObject({ conversationId })
const placed = z.strictObject({ conversationId, messageId })

/** A stored message is typed in `protocol/`; here it is only required to be a plain object of the right name. */
const message = z.looseObject({
  id: z.string().min(1),
  role: z.enum(['user', 'assistant', 'system']),
  parts: z.array(z.looseObject({ type: z.string() })),
})

/** A place at which a thread goes on in several ways. */
const forkSchema = z.strictObject({
  /** the last message that they share; null where they share none */
  after: z.string().nullable(),
  /** the ways by their branches, in the order in which they came to be; `shown` is the index of the one on screen */
  branches: z.array(z.number().int()).readonly(),
  shown: z.number().int(),
})
export type Fork = Readonly<z.infer<typeof forkSchema>>

/** A long thread is given in pieces: its end first, which is what a reader sees, then what stands before it. */
export const NEWEST_MESSAGES = 200
export const EARLIER_MESSAGES = 1000

/** A conversation as a page begins with it. */
const openedSchema = z.strictObject({
  summary: conversationSummarySchema,
  status: conversationStatusSchema,
  /** the newest ones, in reading order */
  messages: z.array(message),
  /** so many stand before them (`conversation.earlier`) */
  earlier: z.number().int(),
  nextSeq: z.number().int(),
  /** what decided about the calls of the thread, and how long they ran */
  calls: z.array(callSummarySchema),
  forks: z.array(forkSchema),
})

/** The calls that read a thread and let it fork; spread into the contract's tables. */
export const threadCalls = {
  /** Makes this the conversation that the talk key and the composer speak to, and gives its stored messages and next `seq`. */
  'conversation.open': { request: conversation, reply: openedSchema },
  /** The messages right before this one, and how many stand before these. */
  'conversation.earlier': {
    request: placed,
    reply: z.strictObject({ messages: z.array(message), earlier: z.number().int() }),
  },
  /** Shows another way on from a fork. */
  'branch.show': { request: z.strictObject({ conversationId, branch: z.number().int().min(0) }), reply: openedSchema },
  /** Shows the branch in which this message stands. */
  'branch.find': { request: placed, reply: openedSchema },
  /** The thread goes on anew from the end of this message; what followed it stays in its own branch. */
  'branch.begin': { request: placed, reply: openedSchema },
  /** Says this in place of what the user said there: the thread forks before that message. */
  'branch.edit': { request: placed.extend({ text: z.string().min(1).max(longestText) }).strict(), reply: openedSchema },
  /** Reads a written answer aloud; `turn.interrupt` ends that. What becomes of it stands in the status. */
  'answer.readAloud': { request: placed, reply: z.null() },
  /** Plays what the user said where a message shows only its sound; `turn.interrupt` ends that. It stands in the status as a reading. */
  'speech.play': { request: placed, reply: z.null() },
  /** Asks for another answer in place of this one: the thread forks before it. */
  'branch.again': { request: placed, reply: openedSchema },
} as const
