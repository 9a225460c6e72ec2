import type { PlacedChunk } from '../../shared/protocol/chunks'
import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { createBoundedThread } from './bounded-thread'
import { mendedMessages } from './close-cut-off'
import type { ConversationOptions } from './conversation-options'
import { type ConversationContents, createConversationContents, createMadeFiles } from './model-contents'
import { createThreadWriter, type ThreadWriter } from './thread-writer'

/** The messages of one conversation: input goes through the converter, and what comes of it is stored and shown. */
export interface ConversationThread {
  readonly converter: Converter
  readonly writer: ThreadWriter
  /** What the models said, verbatim, to be sent back. */
  readonly contents: ConversationContents
  messages(): readonly UIMessage[]
  message(messageId: string): UIMessage | undefined
  /** Converts this input and publishes what comes of it. */
  push(input: ConverterInput): void
  /** Stores and shows these chunks. */
  publish(placed: readonly PlacedChunk[]): void
  /** Whether this message is still being written. */
  isOpen(messageId: string): boolean
  /** Every chunk passes these from now on. */
  follow(events: ConversationThreadEvents): void
}

/** What the conversation does with each chunk. */
export interface ConversationThreadEvents {
  /** Whether an answer that begins now is from the text model. */
  isOfTextModel(): boolean
  /** Called before a chunk is stored: returns it, completed, or null where it is not wanted. */
  onChunk(placed: PlacedChunk): PlacedChunk | null
  /** The chunk was stored and shown. */
  onPublished(placed: PlacedChunk): void
}

/** Opens the stored thread of a conversation. */
export function createConversationThread(
  options: Pick<ConversationOptions, 'conversationId' | 'store' | 'clock' | 'emit' | 'newId' | 'newConverter' | 'outside'>,
): ConversationThread {
  const { conversationId, store, clock, emit } = options
  const converter = options.newConverter()
  const files = createMadeFiles(store.attachments, conversationId, options.newId)
  const contents = createConversationContents(conversationId, store.modelContents, converter, files)
  const open = new Set<string>()
  let events: ConversationThreadEvents = { isOfTextModel: () => false, onChunk: (placed) => placed, onPublished: () => undefined }
  const writer = createThreadWriter({
    conversationId,
    thread: createBoundedThread({
      list: () => store.messages.list(conversationId),
      latest: (most) => store.messages.latest(conversationId, most),
      holds: (messageId, turnId) => store.messages.holds(conversationId, messageId, turnId),
      mend: (stored) => mendedMessages(stored, store),
    }),
    clock,
    emit,
    outside: options.outside,
    keepFile: files.keep,
    save: (turnId, message) => store.messages.save(conversationId, turnId, message),
    saveEnd: contents.save,
  })
  function publish(placed: readonly PlacedChunk[]): void {
    for (const found of placed) {
      const one = events.onChunk(found)
      if (one === null) continue
      const { chunk, role, messageId } = one
      writer.publish([one])
      if (chunk.type === 'start') open.add(messageId)
      if (chunk.type === 'finish') open.delete(messageId)
      if (chunk.type === 'start' && role === 'assistant' && events.isOfTextModel()) contents.writing(messageId)
      events.onPublished(one)
    }
  }

  return {
    converter,
    writer,
    contents,
    messages: writer.messages,
    message: writer.message,
    push: (input) => publish(converter.push(input)),
    publish,
    isOpen: (messageId) => open.has(messageId),
    follow(next) {
      events = next
    },
  }
}
