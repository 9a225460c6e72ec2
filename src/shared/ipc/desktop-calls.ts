import { z } from '../lib/zod'
import { linkTargetSchema } from '../links/link-target'

const login = z.strictObject({
  /** null: not supported on this host */
  on: z.boolean().nullable(),
})

/** A page of the system settings with a permission of Parley. */
export const systemPageSchema = z.enum(['microphone', 'keyboard'])
export type SystemPage = z.infer<typeof systemPageSchema>

/** The calls about Parley on the desktop. Spread into the contract's tables. */
export const desktopCalls = {
  /** Whether Parley starts at login. The system is asked each time, because the user may change it there. */
  'login.get': { request: z.null(), reply: login },
  'login.set': { request: z.strictObject({ on: z.boolean() }), reply: login },
  /** Opens that page of the system settings. */
  'system.settings': { request: z.strictObject({ page: systemPageSchema }), reply: z.null() },
  /** A link that Parley was started with; returned once. */
  'link.take': { request: z.null(), reply: z.strictObject({ target: linkTargetSchema.nullable() }) },
} as const

export const desktopEvents = {
  /** The user followed a link to Parley elsewhere, or pressed the key for a new question. It only shows something. */
  'link.opened': linkTargetSchema,
} as const
