import { z } from '../lib/zod'
import { conversationSummarySchema } from './schemas'

/** The most conversations that are sent to a page at once. */
export const LONGEST_PAGE = 500

/** A place in the list of conversations, which begins with the latest change: that of the conversation with these facts. */
export const listPositionSchema = z.strictObject({ updatedAt: z.number(), createdAt: z.number(), conversationId: z.string().max(200) })
export type ListPosition = Readonly<z.infer<typeof listPositionSchema>>

/** Some conversations of the list, in its order. */
export const conversationPageSchema = z.strictObject({
  conversations: z.array(conversationSummarySchema).max(LONGEST_PAGE),
  /** where the next page begins; null: there are no more */
  next: listPositionSchema.nullable(),
})
export type ConversationPage = Readonly<z.infer<typeof conversationPageSchema>>

/** What changed in the list of conversations. */
export const listChangeSchema = z.strictObject({
  /** the new and the changed ones; null: so much changed that the list is read again, page by page */
  changed: z.array(conversationSummarySchema).max(LONGEST_PAGE).nullable(),
  removed: z.array(z.string()),
  currentConversationId: z.string().nullable(),
})
export type ListChange = Readonly<z.infer<typeof listChangeSchema>>
