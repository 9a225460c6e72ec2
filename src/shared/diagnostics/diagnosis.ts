import { z } from '../lib/zod'
import { messageSchema } from '../messages/message'

/** The checks of this computer, in the order in which they are shown. */
export const checkNames = [
  'runtime',
  'packages',
  'folder',
  'store',
  'settings',
  'recordings',
  'key',
  'talk-key',
  'sound',
  'servers',
  'log',
] as const
export type CheckName = (typeof checkNames)[number]

/** The finding of one check. If something is wrong, `words` say what to do. */
export const findingSchema = z.strictObject({
  check: z.enum(checkNames),
  state: z.enum(['good', 'attention', 'bad']),
  words: messageSchema,
})
export type Finding = z.infer<typeof findingSchema>

/**
 * What only the page knows about sound. Devices are counted, not named, because their names may contain people's names.
 */
export const pageSoundSchema = z.strictObject({
  microphones: z.number().int(),
  loudspeakers: z.number().int(),
  /** the permission according to the browser engine */
  microphonePermission: z.enum(['granted', 'denied', 'prompt', 'unknown']),
  engine: z.string().max(400),
})
export type PageSound = z.infer<typeof pageSoundSchema>

/** The severity of a log line. */
export const logLevelSchema = z.enum(['info', 'warn', 'error'])
export type LogLevel = z.infer<typeof logLevelSchema>

/** One line of the log. `facts`: its further fields, as text. */
export const logEntrySchema = z.strictObject({
  at: z.string(),
  level: logLevelSchema,
  event: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type LogEntry = z.infer<typeof logEntrySchema>

/** What a bundle contains besides the findings; each part is optional. */
export const bundleChoicesSchema = z.strictObject({
  log: z.boolean(),
  settings: z.boolean(),
  /** names of the recordings to include */
  recordings: z.array(z.string().min(1).max(200)).max(20).readonly(),
})
export type BundleChoices = z.infer<typeof bundleChoicesSchema>

/** One file that a bundle may contain. */
export const offeredRecordingSchema = z.strictObject({ name: z.string(), bytes: z.number().int(), at: z.number() })
export type OfferedRecording = z.infer<typeof offeredRecordingSchema>

/** The calls for diagnosing this installation. */
export const diagnosticsCalls = {
  /** Runs the checks and makes a bundle, which is kept until the next one: `text` is exactly what saving writes. */
  'diagnostics.collect': {
    request: z.strictObject({ sound: pageSoundSchema.nullable(), choices: bundleChoicesSchema }),
    reply: z.strictObject({
      bundleId: z.string(),
      fileName: z.string(),
      text: z.string(),
      findings: z.array(findingSchema).readonly(),
      recordings: z.array(offeredRecordingSchema).readonly(),
    }),
  },
  /** Writes the bundle exactly as it was shown to a place that the user chooses. `text`: this host has no dialog. */
  'diagnostics.save': {
    request: z.strictObject({ bundleId: z.string().max(200) }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('text'), fileName: z.string(), text: z.string() }),
    ]),
  },
  /** The newest lines of the log, oldest first. */
  'log.read': { request: z.null(), reply: z.strictObject({ entries: z.array(logEntrySchema).readonly(), more: z.boolean() }) },
} as const
