import { z } from '../lib/zod'

const id = z.string().regex(/^[\w-]{1,200}$/)

/** Where a link of Parley leads. A link only shows something; it performs no action. */
export const linkTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('app') }),
  z.strictObject({ kind: z.literal('conversation'), conversationId: id }),
  z.strictObject({ kind: z.literal('questions') }),
  /** `section` may be one that this version does not have */
  z.strictObject({ kind: z.literal('settings'), section: z.string().regex(/^[a-z]{0,20}$/) }),
  /** a new conversation with this text in its field, not sent */
  z.strictObject({ kind: z.literal('new'), text: z.string().max(4000) }),
])
export type LinkTarget = z.infer<typeof linkTargetSchema>
