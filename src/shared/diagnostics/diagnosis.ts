import { z } from '../lib/zod'
import { messageSchema } from '../messages/message'

/** What is looked at on this machine, in the order in which it is told. */
export const checkNames = ['runtime', 'packages', 'folder', 'store', 'settings', 'recordings', 'key', 'talk-key', 'sound', 'log'] as const
export type CheckName = (typeof checkNames)[number]

/** What was found about one thing. Where something is wrong, `words` say what to do. */
export const findingSchema = z.strictObject({
  check: z.enum(checkNames),
  state: z.enum(['good', 'attention', 'bad']),
  words: messageSchema,
})
export type Finding = z.infer<typeof findingSchema>

/** What only the page knows of its sound. Devices are counted and not named: their names may be those of people. */
export const pageSoundSchema = z.strictObject({
  microphones: z.number().int(),
  loudspeakers: z.number().int(),
  /** what the browser's engine says of the permission */
  microphonePermission: z.enum(['granted', 'denied', 'prompt', 'unknown']),
  engine: z.string().max(400),
})
export type PageSound = z.infer<typeof pageSoundSchema>

/** How grave a line of the log is. */
export const logLevelSchema = z.enum(['info', 'warn', 'error'])
export type LogLevel = z.infer<typeof logLevelSchema>

/** One line of the log. `facts`: what stands in it beside, as text. */
export const logEntrySchema = z.strictObject({
  at: z.string(),
  level: logLevelSchema,
  event: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type LogEntry = z.infer<typeof logEntrySchema>

/** What a bundle holds beside the findings; each by choice. */
export const bundleChoicesSchema = z.strictObject({
  log: z.boolean(),
  settings: z.boolean(),
  /** names of the recordings that go with it */
  recordings: z.array(z.string().min(1).max(200)).max(20).readonly(),
})
export type BundleChoices = z.infer<typeof bundleChoicesSchema>

/** One file that a bundle may hold. */
export const offeredRecordingSchema = z.strictObject({ name: z.string(), bytes: z.number().int(), at: z.number() })
export type OfferedRecording = z.infer<typeof offeredRecordingSchema>

/** The calls about what is wrong with this installation. */
export const diagnosticsCalls = {
  /** Looks at the machine and puts a bundle together, which is kept until the next one: `text` is what a save writes. */
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
  /** Writes the bundle that was shown, to the last byte, where the user chooses. `text`: nothing here can ask for a place. */
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
