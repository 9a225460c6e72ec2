import { z } from '../lib/zod'
import { PIECE_BYTES } from './limits'
import { bytesSchema, conversationSummarySchema } from './schemas'

const nothing = z.null()
const conversationId = z.string().min(1).max(200)

/** The result of an export. */
const savedSchema = z.strictObject({ kind: z.literal('saved'), fileName: z.string() })
const cancelledSchema = z.strictObject({ kind: z.literal('cancelled') })

/** A backup of all data. */
export const backupSchema = z.strictObject({
  name: z.string(),
  /** ms since the epoch */
  at: z.number(),
  bytes: z.number().int(),
  /** null if it is damaged and can't be restored */
  conversations: z.number().int().nullable(),
})
const backupsSchema = z.strictObject({ backups: z.array(backupSchema).readonly() })
const backupName = z.strictObject({ name: z.string().min(1).max(100) })

/** The calls about stored data: export, import, erase. Spread into the contract's tables. */
export const storageCalls = {
  /**
   * Exports one conversation, or with null all of them. If the system has a file dialog, the user chooses a file there
   * and main writes it.
   */
  'history.export': {
    request: z.strictObject({ conversationId: conversationId.nullable(), format: z.enum(['markdown', 'json']) }),
    reply: z.discriminatedUnion('kind', [
      savedSchema,
      cancelledSchema,
      z.strictObject({ kind: z.literal('text'), fileName: z.string(), text: z.string() }),
    ]),
  },
  /**
   * The sound of a recorded conversation. `pieces`: this host has no dialog; the page reads the sound and downloads it.
   */
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
  /** Creates a private conversation, which is not stored, and makes it the current one. */
  'conversation.createPrivate': { request: nothing, reply: conversationSummarySchema },
  'storage.facts': {
    request: nothing,
    reply: z.strictObject({
      /** false: the user's file was refused, and conversations are only in memory */
      onDisk: z.boolean(),
      conversations: z.number().int(),
      /** size of the database file */
      bytes: z.number().int(),
      ...backupsSchema.shape,
    }),
  },
  'backup.make': { request: nothing, reply: backupsSchema },
  /** How many conversations a backup contains, and how many of them are missing here. */
  'backup.preview': { request: backupName, reply: z.strictObject({ conversations: z.number().int(), missing: z.number().int() }) },
  /** Restores what a backup contains and is missing here. */
  'backup.restore': { request: backupName, reply: z.strictObject({ restored: z.number().int() }) },
  /** Erases all conversations and calls, with recordings, images and backups. Rules and settings stay. */
  'storage.wipe': { request: nothing, reply: nothing },
  /** Sends main a history file, piece by piece; the first piece drops what an earlier import left. */
  'history.importPiece': {
    request: z.strictObject({
      first: z.boolean(),
      bytes: bytesSchema.refine(({ byteLength }) => byteLength <= PIECE_BYTES),
    }),
    reply: nothing,
  },
  /** Imports the file that was sent, completely or not at all; `history.importing` says how far it is. */
  'history.import': {
    request: nothing,
    reply: z.strictObject({ conversationIds: z.array(z.string()).readonly(), messages: z.number().int() }),
  },
  /** Ends the import in progress: nothing of it stays. */
  'history.cancelImport': { request: nothing, reply: nothing },
} as const

/** Main's events about stored data. */
export const storageEvents = {
  /** How far the import in progress is. */
  'history.importing': z.strictObject({ percent: z.number().int().min(0).max(100) }),
} as const
