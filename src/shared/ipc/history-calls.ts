import { attachmentSchema } from '../attachments/attachment'
import { markedTextSchema } from '../history/marked-text'
import { z } from '../lib/zod'
import { longestSearch, longestText, longestTitle } from './limits'

const nothing = z.null()
const conversationId = z.string().min(1).max(200)
const conversation = z.strictObject({ conversationId })

/** A conversation or a message in which all the searched words stand. */
export const historyHitSchema = z.strictObject({
  conversationId: z.string(),
  /** null: the words stand in the title */
  messageId: z.string().nullable(),
  title: markedTextSchema.readonly(),
  /** the words around the first hit; empty where they stand in the title */
  snippet: markedTextSchema.readonly(),
  /** ms since the epoch of the last change */
  at: z.number(),
  hasVoice: z.boolean(),
  archived: z.boolean(),
})
export type HistoryHit = Readonly<z.infer<typeof historyHitSchema>>

/** The calls about kept conversations; spread into the contract's tables. Every change is told by `conversation.list`. */
export const historyCalls = {
  /** An empty title, or one of spaces alone, brings the automatic one back with the next words. */
  'conversation.rename': { request: z.strictObject({ conversationId, title: z.string().max(longestTitle) }), reply: nothing },
  'conversation.pin': { request: z.strictObject({ conversationId, pinned: z.boolean() }), reply: nothing },
  'conversation.archive': { request: z.strictObject({ conversationId, archived: z.boolean() }), reply: nothing },
  /** Takes a conversation away. It can be restored until it is erased, which happens at the latest when Parley ends. */
  'conversation.remove': { request: conversation, reply: nothing },
  'conversation.restore': { request: conversation, reply: nothing },
  /** The time to undo is over: what was removed is taken out of the file. */
  'conversation.erase': { request: conversation, reply: nothing },
  /** Keeps what is typed and not sent yet; an empty text takes it away. */
  'draft.save': { request: z.strictObject({ conversationId, text: z.string().max(longestText) }), reply: nothing },
  'draft.read': { request: conversation, reply: z.strictObject({ text: z.string(), attachments: z.array(attachmentSchema) }) },
  /** Finds what was said and the titles that hold all the words, at most thirty. */
  'history.search': {
    /** `within`: in this conversation alone */
    request: z.strictObject({ text: z.string().max(longestSearch), within: z.string().optional() }),
    reply: z.strictObject({ hits: z.array(historyHitSchema).readonly() }),
  },
} as const
