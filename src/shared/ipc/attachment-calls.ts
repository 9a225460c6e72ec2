import { attachmentSchema, largestAttachment } from '../attachments/attachment'
import { z } from '../lib/zod'
import { bytesSchema } from './schemas'
import { PIECE_BYTES } from './storage-calls'

const nothing = z.null()
const id = z.string().min(1).max(200)
const attachment = z.strictObject({ conversationId: id, attachmentId: id })
const incoming = z.strictObject({ uploadId: id })

/** The calls about files of conversations; spread into the contract's tables. */
export const attachmentCalls = {
  /** A file comes in, for the draft of a conversation: its name, and how long it is. */
  'attachment.begin': {
    request: z.strictObject({ conversationId: id, fileName: z.string().max(4000), bytes: z.number().int().min(0) }),
    reply: incoming,
  },
  /** `still`: a piece of the picture as PNG, for models that don't take the file's own format. */
  'attachment.piece': {
    request: incoming.extend({ bytes: bytesSchema.refine(({ byteLength }) => byteLength <= PIECE_BYTES), still: z.boolean() }).strict(),
    reply: nothing,
  },
  /** The file is whole: it is looked at, and stands in the draft; or it is refused, and nothing of it is kept. */
  'attachment.finish': { request: incoming, reply: attachmentSchema },
  'attachment.cancel': { request: incoming, reply: nothing },
  /** Takes a file out of the draft. */
  'attachment.remove': { request: attachment, reply: nothing },
  /** A piece of a file, from this byte on; an empty one at its end. */
  'attachment.read': {
    request: attachment.extend({ from: z.number().int().min(0).max(largestAttachment) }).strict(),
    reply: z.strictObject({ bytes: bytesSchema }),
  },
  /** Saves a file where the user chooses. `page`: nothing here can ask, the page reads it and keeps it as a browser does. */
  'attachment.save': {
    request: attachment,
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('page') }),
    ]),
  },
} as const
