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
import { MESSAGES_IN_MEMORY } from './bounded-thread'

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** Base names for generated pictures, by type. */
const NAMES: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/webp': 'picture.webp',
  'image/gif': 'picture.gif',
}

/** Files that models generated in a conversation. */
interface MadeFiles {
  /**
   * Stores the bytes of a file next to the messages, so that the message only names it. A part that is not a storable file, or that
   * the disk does not accept, stays in the message unchanged: nothing is lost.
   */
  keep(chunk: FileChunk): FileChunk
  /** The address of a file stored since the start, found by its exact type and base64; undefined for any other. */
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
        // an address may replace the base64 only if the stored bytes encode to exactly the same base64
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

/** The models' contents, verbatim, for the messages of one conversation. */
export interface ConversationContents {
  /** This message is an answer of a text model. */
  writing(messageId: string): void
  /** Stores the contents received for a message so far. */
  save(messageId: string): void
  /** What a text model said in a message, to be sent back; undefined for every other message. */
  ofText(messageId: string): readonly ModelContent[] | undefined
}

/**
 * Keeps the contents in the store. Answers of text models are marked, because contents of Live models cannot be sent in a request. A
 * file stored next to the messages is named in its part; the rest of the part is unchanged.
 */
export function createConversationContents(
  conversationId: string,
  table: ModelContentTable,
  converter: Pick<Converter, 'modelContents'>,
  made: Pick<MadeFiles, 'addressOf'>,
): ConversationContents {
  const written = new Set<string>()
  /** Contents of the newest answers, the latest last. */
  let recent: ReadonlyMap<string, readonly ModelContent[]> = new Map()
  /** All that is stored: while memory is free, it need not be read a second time. */
  let earlier: WeakRef<ReadonlyMap<string, readonly ModelContent[]>> | null = null

  function storedContents(): ReadonlyMap<string, readonly ModelContent[]> {
    const known = earlier?.deref()
    if (known !== undefined) return known
    const read = new Map<string, readonly ModelContent[]>()
    for (const { messageId, contents } of table.list(conversationId)) {
      const parsed = storedSchema.safeParse(contents)
      if (parsed.success) read.set(messageId, parsed.data)
    }
    earlier = new WeakRef(read)
    return read
  }

  function remember(messageId: string, contents: readonly ModelContent[]): void {
    const all = [...recent].filter(([known]) => known !== messageId)
    for (const [forgotten] of all.slice(0, -MESSAGES_IN_MEMORY)) {
      written.delete(forgotten)
      earlier = null
    }
    recent = new Map([...all.slice(-MESSAGES_IN_MEMORY), [messageId, contents]])
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
      // the converter forgets older messages; these are kept here
      if (isText) remember(messageId, contents)
      table.save(
        conversationId,
        messageId,
        contents.map((content) => (isText ? { ...content, origin: 'text' } : { ...content })),
      )
    },
    ofText(messageId) {
      const current = written.has(messageId) ? contentsOf(messageId) : []
      return current.length > 0 ? current : (recent.get(messageId) ?? storedContents().get(messageId))
    },
  }
}

function named(part: JsonValue, { addressOf }: Pick<MadeFiles, 'addressOf'>): JsonValue {
  if (!isJsonObject(part)) return part
  const { mimeType, data } = isJsonObject(part.inlineData) ? part.inlineData : {}
  const address = typeof mimeType === 'string' && typeof data === 'string' ? addressOf(mimeType, data) : undefined
  return address === undefined ? part : { ...withoutKey(part, 'inlineData'), ...fileMark(address) }
}
