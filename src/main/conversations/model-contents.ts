import { createHash } from 'node:crypto'
import { attachmentChunk } from '../../shared/attachments/attachment-part'
import type { NewId } from '../../shared/lib/ids'
import type { JsonValue } from '../../shared/lib/json'
import { isJsonObject, withoutKey } from '../../shared/lib/json-value'
import { z } from '../../shared/lib/zod'
import type { Chunk } from '../../shared/protocol/chunks'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { ModelContent } from '../../shared/protocol/model-contents'
import { fileMark } from '../models/text/file-parts'
import { createFileStorer } from '../storage/attachments/file-storer'
import { takeInFile } from '../storage/attachments/take-in-file'
import type { AttachmentTable } from '../storage/database/attachment-table'
import type { ModelContentTable } from '../storage/database/message-table'

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** How a picture that was made is called, by its type. */
const NAMES: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/webp': 'picture.webp',
  'image/gif': 'picture.gif',
}

/** The files that models made in a conversation. */
interface MadeFiles {
  /**
   * Keeps the bytes of a file beside the messages, so that the message only names it. What is no file that can be kept, or
   * what the disk does not take, stays in the message as it came: nothing is lost.
   */
  keep(chunk: FileChunk): FileChunk
  /** The address of a file that was kept since the start, by the very type and base64 it came with; undefined for any other. */
  addressOf(mimeType: string, data: string): string | undefined
}

export function createMadeFiles(attachments: Pick<AttachmentTable, 'add'>, conversationId: string, newId: NewId): MadeFiles {
  const keep = createFileStorer(attachments, newId)
  const addresses = new Map<string, string>()
  return {
    keep(chunk) {
      const [, data] = /^data:[^,]*;base64,(.+)$/s.exec(chunk.url) ?? []
      if (data === undefined) return chunk
      const bytes = Buffer.from(data, 'base64')
      const taken = takeInFile('file', bytes)
      if (!taken.ok) return chunk
      const { facts, content } = taken.value
      try {
        const made = attachmentChunk(keep(conversationId, { facts: { ...facts, fileName: NAMES[facts.mediaType] ?? 'file' }, content }))
        // only what comes out of the kept bytes again, letter for letter, may stand for what came
        if (facts.mediaType === chunk.mediaType && bytes.toString('base64') === data) addresses.set(keyOf(chunk.mediaType, data), made.url)
        return { ...made, providerMetadata: { ...chunk.providerMetadata, ...made.providerMetadata } }
      } catch {
        return chunk
      }
    },
    addressOf: (mimeType, data) => addresses.get(keyOf(mimeType, data)),
  }
}

function keyOf(mimeType: string, data: string): string {
  return `${mimeType} ${createHash('sha256').update(data).digest('base64')}`
}

const storedSchema = z.array(
  z.object({ role: z.literal('model'), step: z.number().int(), parts: z.array(z.json()), origin: z.literal('text') }),
)

/** What the models said, verbatim, beside the messages of one conversation. */
export interface ConversationContents {
  /** This message is the answer of a text model. */
  writing(messageId: string): void
  /** Stores what is known of a message by now. */
  save(messageId: string): void
  /** What a text model said in a message, as it is to be sent back; undefined for every other message. */
  ofText(messageId: string): readonly ModelContent[] | undefined
}

/**
 * Keeps them in the store. Answers of text models are marked: those of Live models are no contents that a request may carry.
 * A file that is kept beside the messages is named in its part; everything else of the part stays as it came.
 */
export function createConversationContents(
  conversationId: string,
  table: ModelContentTable,
  converter: Pick<Converter, 'modelContents'>,
  made: Pick<MadeFiles, 'addressOf'>,
): ConversationContents {
  const written = new Set<string>()
  const stored = new Map<string, readonly ModelContent[]>()
  for (const { messageId, contents } of table.list(conversationId)) {
    const parsed = storedSchema.safeParse(contents)
    if (parsed.success) stored.set(messageId, parsed.data)
  }
  const contentsOf = (messageId: string): readonly ModelContent[] =>
    converter.modelContents(messageId).map((content) => ({ ...content, parts: content.parts.map((part) => named(part, made)) }))
  return {
    writing(messageId) {
      written.add(messageId)
    },
    save(messageId) {
      const contents = contentsOf(messageId)
      const isText = written.has(messageId)
      // the converter forgets older messages: these stay here
      if (isText) stored.set(messageId, contents)
      table.save(
        conversationId,
        messageId,
        contents.map((content) => (isText ? { ...content, origin: 'text' } : { ...content })),
      )
    },
    ofText(messageId) {
      const current = written.has(messageId) ? contentsOf(messageId) : []
      return current.length > 0 ? current : stored.get(messageId)
    },
  }
}

function named(part: JsonValue, { addressOf }: Pick<MadeFiles, 'addressOf'>): JsonValue {
  if (!isJsonObject(part)) return part
  const { mimeType, data } = isJsonObject(part.inlineData) ? part.inlineData : {}
  const address = typeof mimeType === 'string' && typeof data === 'string' ? addressOf(mimeType, data) : undefined
  return address === undefined ? part : { ...withoutKey(part, 'inlineData'), ...fileMark(address) }
}
