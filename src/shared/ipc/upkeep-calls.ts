import { z } from '../lib/zod'

const nothing = z.null()

/** One report on this computer from the system's crash handler, or from Parley itself. */
const crashReportSchema = z.strictObject({
  name: z.string(),
  /** ms since the epoch */
  at: z.number(),
  bytes: z.number().int(),
})
export type CrashReport = z.infer<typeof crashReportSchema>
const crashReportsSchema = z.strictObject({ reports: z.array(crashReportSchema).readonly() })

/** The state of the update check. `waiting`: while a conversation is active, no update is fetched or installed. */
export const updateStateSchema = z.discriminatedUnion('phase', [
  /** not installed from a package, or the package names no update server */
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
  /** Shows the newest report in the system's file manager; does nothing without a desktop. */
  'crashes.show': { request: nothing, reply: nothing },
  'crashes.remove': { request: nothing, reply: crashReportsSchema },
  'updates.state': { request: nothing, reply: updateStateSchema },
  /** Looks now, even if automatic checks are off. */
  'updates.check': { request: nothing, reply: updateStateSchema },
  /** Quits Parley and installs the update; refused while a conversation is active. */
  'updates.install': { request: nothing, reply: nothing },
} as const

export const upkeepEvents = { 'updates.changed': updateStateSchema } as const
