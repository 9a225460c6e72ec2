import { attachmentSchema } from '../attachments/attachment'
import { markedTextSchema } from '../history/marked-text'
import { z } from '../lib/zod'
import { longestSearch, longestText, longestTitle } from './limits'

const nothing = z.null()
const conversationId = z.string().min(1).max(200)
const conversation = z.strictObject({ conversationId })

/** A conversation or a message that contains all searched words. */
export const historyHitSchema = z.strictObject({
  conversationId: z.string(),
  /** null: the title contains the words */
  messageId: z.string().nullable(),
  title: markedTextSchema.readonly(),
  /** the text around the first hit; empty if the title contains the words */
  snippet: markedTextSchema.readonly(),
  /** time of the last change (ms since the epoch) */
  at: z.number(),
  hasVoice: z.boolean(),
  archived: z.boolean(),
})
export type HistoryHit = Readonly<z.infer<typeof historyHitSchema>>

/**
 * The calls about stored conversations; spread into the contract's tables. `conversation.list` reports every change.
 */
export const historyCalls = {
  /** An empty or blank title restores the automatic one with the next message. */
  'conversation.rename': { request: z.strictObject({ conversationId, title: z.string().max(longestTitle) }), reply: nothing },
  'conversation.pin': { request: z.strictObject({ conversationId, pinned: z.boolean() }), reply: nothing },
  'conversation.archive': { request: z.strictObject({ conversationId, archived: z.boolean() }), reply: nothing },
  /** Removes a conversation. It can be restored until it is erased, at the latest when Parley quits. */
  'conversation.remove': { request: conversation, reply: nothing },
  'conversation.restore': { request: conversation, reply: nothing },
  /** The time for undo is over: erases the removed conversation from the file. */
  'conversation.erase': { request: conversation, reply: nothing },
  /** Stores text that is typed and not sent yet; an empty text removes it. */
  'draft.save': { request: z.strictObject({ conversationId, text: z.string().max(longestText) }), reply: nothing },
  'draft.read': { request: conversation, reply: z.strictObject({ text: z.string(), attachments: z.array(attachmentSchema) }) },
  /** Finds messages and titles that contain all the words, at most thirty. */
  'history.search': {
    /** `within`: only in this conversation */
    request: z.strictObject({ text: z.string().max(longestSearch), within: z.string().optional() }),
    reply: z.strictObject({ hits: z.array(historyHitSchema).readonly() }),
  },
} as const
