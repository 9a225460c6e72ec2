import type { JsonValue } from '../../shared/lib/json'
import { isJsonObject, withoutKey } from '../../shared/lib/json-value'
import { z } from '../../shared/lib/zod'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { ModelContent } from '../../shared/protocol/model-contents'
import { fileMark } from '../models/text/file-parts'
import type { ModelContentTable } from '../storage/database/message-table'
import type { MadeFiles } from './made-files'

const storedSchema = z.array(
  z.object({ role: z.literal('model'), step: z.number().int(), parts: z.array(z.json()), origin: z.literal('text') }),
)

/** What the models said, verbatim, beside the messages of one conversation. */
export interface KeptContents {
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
export function createKeptContents(
  conversationId: string,
  table: ModelContentTable,
  converter: Pick<Converter, 'modelContents'>,
  made: Pick<MadeFiles, 'addressOf'>,
): KeptContents {
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
