import { z } from '../lib/zod'
import { bytesSchema, conversationSummarySchema } from './schemas'

const nothing = z.null()
const conversationId = z.string().min(1).max(200)

/** So many bytes of a file go over the channel at once. */
export const PIECE_BYTES = 512 * 1024

/** Where an export went. */
const savedSchema = z.strictObject({ kind: z.literal('saved'), fileName: z.string() })
const cancelledSchema = z.strictObject({ kind: z.literal('cancelled') })

/** A copy of everything at some time. */
export const backupSchema = z.strictObject({
  name: z.string(),
  /** ms since the epoch */
  at: z.number(),
  bytes: z.number().int(),
  /** null where it is damaged and can't be restored */
  conversations: z.number().int().nullable(),
})
const backupsSchema = z.strictObject({ backups: z.array(backupSchema).readonly() })
const backupName = z.strictObject({ name: z.string().min(1).max(100) })

/** The calls about what Parley keeps: to take it away, bring it in, and erase it. Spread into the contract's tables. */
export const storageCalls = {
  /** One conversation, or with null all of them. Where the system has a dialog for it, the user chooses a file there, and main writes it. */
  'history.export': {
    request: z.strictObject({ conversationId: conversationId.nullable(), format: z.enum(['markdown', 'json']) }),
    reply: z.discriminatedUnion('kind', [
      savedSchema,
      cancelledSchema,
      z.strictObject({ kind: z.literal('text'), fileName: z.string(), text: z.string() }),
    ]),
  },
  /** The sound of a conversation that was recorded. `pieces`: no dialog here, the page reads it and keeps it as a browser does. */
  'recording.export': {
    request: z.strictObject({ conversationId }),
    reply: z.discriminatedUnion('kind', [
      savedSchema,
      cancelledSchema,
      z.strictObject({ kind: z.literal('pieces'), fileName: z.string(), bytes: z.number().int() }),
    ]),
  },
  'recording.piece': {
    request: z.strictObject({ conversationId, from: z.number().int().min(0) }),
    reply: z.strictObject({ bytes: bytesSchema }),
  },
  /** A conversation of which nothing is written down, as the current one. */
  'conversation.createPrivate': { request: nothing, reply: conversationSummarySchema },
  'storage.facts': {
    request: nothing,
    reply: z.strictObject({
      /** false: the user's file was refused, and what is said lives in memory */
      onDisk: z.boolean(),
      conversations: z.number().int(),
      /** of the file with the conversations */
      bytes: z.number().int(),
      ...backupsSchema.shape,
    }),
  },
  'backup.make': { request: nothing, reply: backupsSchema },
  /** How many conversations a backup holds, and how many of them are not here. */
  'backup.preview': { request: backupName, reply: z.strictObject({ conversations: z.number().int(), missing: z.number().int() }) },
  /** Brings back what a backup holds and what is not here. */
  'backup.restore': { request: backupName, reply: z.strictObject({ restored: z.number().int() }) },
  /** Erases all that was said and done, with recordings, pictures and backups. Rules and settings stay. */
  'storage.wipe': { request: nothing, reply: nothing },
  /** Gives main a file with conversations, piece by piece from the first on; the first one of an import drops what another left. */
  'history.importPiece': {
    request: z.strictObject({
      first: z.boolean(),
      bytes: bytesSchema.refine(({ byteLength }) => byteLength <= PIECE_BYTES),
    }),
    reply: nothing,
  },
  /** Brings in what was given, all of it or nothing. */
  'history.import': {
    request: nothing,
    reply: z.strictObject({ conversationIds: z.array(z.string()).readonly(), messages: z.number().int() }),
  },
} as const
