import { attachmentSchema, largestAttachment } from '../attachments/attachment'
import { z } from '../lib/zod'
import { serverNameSchema } from '../servers/tool-server'
import { PIECE_BYTES } from './limits'
import { bytesSchema } from './schemas'

const nothing = z.null()
const id = z.string().min(1).max(200)
const attachment = z.strictObject({ conversationId: id, attachmentId: id })
const incoming = z.strictObject({ uploadId: id })

/** The calls about attachments; spread into the contract's tables. */
export const attachmentCalls = {
  /** Starts the upload of a file for a conversation's draft: its name, its length, and the MCP server that it is from, if any. */
  'attachment.begin': {
    request: z.strictObject({
      conversationId: id,
      fileName: z.string().max(4000),
      bytes: z.number().int().min(0),
      server: serverNameSchema.optional(),
    }),
    reply: incoming,
  },
  /** `still`: a piece of the image as PNG, for models that don't accept the file's own format. */
  'attachment.piece': {
    request: incoming.extend({ bytes: bytesSchema.refine(({ byteLength }) => byteLength <= PIECE_BYTES), still: z.boolean() }).strict(),
    reply: nothing,
  },
  /** The upload is complete: the file is inspected and added to the draft, or refused and deleted. */
  'attachment.finish': { request: incoming, reply: attachmentSchema },
  'attachment.cancel': { request: incoming, reply: nothing },
  /** Removes a file from the draft. */
  'attachment.remove': { request: attachment, reply: nothing },
  /** A piece of a file, from this byte on; an empty one at its end. */
  'attachment.read': {
    request: attachment.extend({ from: z.number().int().min(0).max(largestAttachment) }).strict(),
    reply: z.strictObject({ bytes: bytesSchema }),
  },
  /** Saves a file where the user chooses. `page`: this host has no dialog; the page reads the file and downloads it. */
  'attachment.save': {
    request: attachment,
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('saved'), fileName: z.string() }),
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('page') }),
    ]),
  },
} as const
