import type { CallReply, EventPayload } from '../../shared/ipc/contract'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { UIMessage } from '../../shared/protocol/ui-message'

/**
 * The chunk of a stream event with its place. The contract only checks the envelope: main's converter made the chunk
 * from the same `Chunk` type, and the fold ignores what it does not know.
 */
export function placedChunkOf(event: EventPayload<'stream.chunk'>): PlacedChunk {
  return { turnId: event.turnId, messageId: event.messageId, role: event.role, chunk: event.chunk as Chunk }
}

/** The stored messages of a conversation; main folded them with the same fold as this page. */
export function messagesOf(reply: Pick<CallReply<'conversation.open'>, 'messages'>): readonly UIMessage[] {
  return reply.messages as readonly unknown[] as readonly UIMessage[]
}
