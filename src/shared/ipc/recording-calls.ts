import { z } from '../lib/zod'
import { PIECE_BYTES } from './limits'
import { bytesSchema } from './schemas'

/** What the user wants to leave out of a recording. */
export const leaveOutSchema = z.strictObject({
  transcripts: z.boolean(),
  values: z.boolean(),
  sound: z.boolean(),
  paths: z.boolean(),
  names: z.array(z.string().max(100)).max(50),
})

const uploadId = z.string().min(1).max(200)

const recordingRequest = z.strictObject({
  conversationId: z.string().min(1).max(200),
  /** only the last minutes; null: everything that is remembered */
  minutes: z.number().min(0.1).max(30).nullable(),
  /** only the turns of these recorded events, by their indices in the inspector */
  frames: z.strictObject({ first: z.number().int().min(0), last: z.number().int().min(0) }).exactOptional(),
  /** only what happened from this time on (ms since the epoch) */
  since: z.number().min(0).exactOptional(),
  leaveOut: leaveOutSchema,
})

/** Calls about recordings made from wire traffic. */
export const recordingCalls = {
  /** A preview of the file: its beginning, its sizes, and how often something was removed. Writes nothing. */
  'fixture.preview': {
    request: recordingRequest,
    reply: z.strictObject({
      text: z.string(),
      lines: z.number().int(),
      files: z.array(z.strictObject({ name: z.string(), bytes: z.number().int() })),
      milliseconds: z.number(),
      removed: z.strictObject({ secrets: z.number(), handles: z.number(), paths: z.number(), names: z.number() }),
    }),
  },
  /** The recording as one text to copy, with the service's sound in its frames and without the user's speech. */
  'fixture.text': { request: recordingRequest, reply: z.strictObject({ text: z.string() }) },
  /** Saves it where the user chooses, or, without a dialog, in the app's own folder of recordings. */
  'fixture.save': {
    request: recordingRequest,
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
    ]),
  },
  /** Starts the upload of files that the user gave to the page: a recording and its sound. */
  'fixture.giveBegin': { request: z.null(), reply: z.strictObject({ uploadId }) },
  'fixture.givePiece': {
    request: z.strictObject({
      uploadId,
      fileName: z.string().min(1).max(200),
      bytes: bytesSchema.refine(({ byteLength }) => byteLength <= PIECE_BYTES),
    }),
    reply: z.null(),
  },
  /**
   * The upload is complete: the recording plays in a conversation of its own, or is refused; the files are not stored.
   */
  'fixture.giveEnd': { request: z.strictObject({ uploadId }), reply: z.null() },
  /** Lets the user choose a recording, which then answers in this conversation; false if none was chosen. */
  'fixture.open': {
    request: z.strictObject({ conversationId: z.string().min(1).max(200), title: z.string().max(200), button: z.string().max(100) }),
    reply: z.strictObject({ opened: z.boolean() }),
  },
} as const
