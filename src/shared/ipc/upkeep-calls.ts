import { z } from '../lib/zod'

const nothing = z.null()

/** One report that the system's crash handler, or Parley itself, left on this machine. */
const crashReportSchema = z.strictObject({
  name: z.string(),
  /** ms since the epoch */
  at: z.number(),
  bytes: z.number().int(),
})
export type CrashReport = z.infer<typeof crashReportSchema>
const crashReportsSchema = z.strictObject({ reports: z.array(crashReportSchema).readonly() })

/** Where the search for a newer Parley stands. `waiting`: a conversation goes on, and nothing is fetched or put in place meanwhile. */
export const updateStateSchema = z.discriminatedUnion('phase', [
  /** it was not installed from a package, or its package was told no place to look */
  z.strictObject({ phase: z.literal('unavailable') }),
  z.strictObject({ phase: z.literal('idle'), checkedAt: z.number().nullable() }),
  z.strictObject({ phase: z.literal('waiting') }),
  z.strictObject({ phase: z.literal('checking') }),
  z.strictObject({ phase: z.literal('fetching'), version: z.string(), percent: z.number() }),
  z.strictObject({ phase: z.literal('ready'), version: z.string(), notes: z.string() }),
  z.strictObject({ phase: z.literal('failed'), reason: z.string() }),
])
export type UpdateState = z.infer<typeof updateStateSchema>

/** The calls about the installed app itself. Spread into the contract's table of calls. */
export const upkeepCalls = {
  'crashes.list': { request: nothing, reply: crashReportsSchema },
  /** Shows the newest report in the system's file manager; nothing without a desktop. */
  'crashes.show': { request: nothing, reply: nothing },
  'crashes.remove': { request: nothing, reply: crashReportsSchema },
  'updates.state': { request: nothing, reply: updateStateSchema },
  /** Looks now, also while looking by itself is off. */
  'updates.check': { request: nothing, reply: updateStateSchema },
  /** Ends Parley and puts the update in place; refused while a conversation goes on. */
  'updates.install': { request: nothing, reply: nothing },
} as const

export const upkeepEvents = { 'updates.changed': updateStateSchema } as const
