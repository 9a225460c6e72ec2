import { z } from '../lib/zod'
import { bytesSchema } from './schemas'
import { PIECE_BYTES } from './storage-calls'

/** What the user wants to have left out of a recording. */
export const leaveOutSchema = z.strictObject({
  transcripts: z.boolean(),
  values: z.boolean(),
  sound: z.boolean(),
  paths: z.boolean(),
  names: z.array(z.string().max(100)).max(50),
})

const uploadId = z.string().min(1).max(200)

const wish = z.strictObject({
  conversationId: z.string().min(1).max(200),
  /** so much of what happened last; null: all that is remembered */
  minutes: z.number().min(0.1).max(30).nullable(),
  /** only the turns to which these of the recorded events belong, by the indices that the inspector knows them by */
  frames: z.strictObject({ first: z.number().int().min(0), last: z.number().int().min(0) }).exactOptional(),
  /** what happened from this time on (ms since the epoch) instead */
  since: z.number().min(0).exactOptional(),
  leaveOut: leaveOutSchema,
})

/** Calls about recordings that are made of what went over the wire. */
export const recordingCalls = {
  /** What would be saved: the beginning of the file, its sizes, and how often something was taken out. Writes nothing. */
  'fixture.preview': {
    request: wish,
    reply: z.strictObject({
      text: z.string(),
      lines: z.number().int(),
      files: z.array(z.strictObject({ name: z.string(), bytes: z.number().int() })),
      milliseconds: z.number(),
      removed: z.strictObject({ secrets: z.number(), handles: z.number(), paths: z.number(), names: z.number() }),
    }),
  },
  /** The recording as one text to copy, with the sound of the service in its frames and what the user said left out. */
  'fixture.text': { request: wish, reply: z.strictObject({ text: z.string() }) },
  /** Saves it where the user chooses, or, without a dialog, in the app's own folder of recordings. */
  'fixture.save': {
    request: wish,
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
    ]),
  },
  /** Files that the page was given come in: a recording, and its sound beside it. */
  'fixture.giveBegin': { request: z.null(), reply: z.strictObject({ uploadId }) },
  'fixture.givePiece': {
    request: z.strictObject({
      uploadId,
      fileName: z.string().min(1).max(200),
      bytes: bytesSchema.refine(({ byteLength }) => byteLength <= PIECE_BYTES),
    }),
    reply: z.null(),
  },
  /** They are all there: the recording plays in a conversation of its own, or is refused; nothing of the files is kept. */
  'fixture.giveEnd': { request: z.strictObject({ uploadId }), reply: z.null() },
  /** Lets the user choose a recording, which then answers in this conversation; false where none was chosen. */
  'fixture.open': {
    request: z.strictObject({ conversationId: z.string().min(1).max(200), title: z.string().max(200), button: z.string().max(100) }),
    reply: z.strictObject({ opened: z.boolean() }),
  },
} as const
