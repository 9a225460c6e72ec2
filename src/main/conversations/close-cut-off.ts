import type { UIMessage } from '../../shared/protocol/ui-message'

/**
 * A stored message whose answer was cut off when the app ended without a word (a crash, a lost machine): its open parts are
 * closed and it says that it is not whole. Messages that were finished are given back as they are.
 */
export function closeCutOff(message: UIMessage): UIMessage {
  if (!message.parts.some((part) => 'state' in part && part.state === 'streaming')) return message
  return {
    ...message,
    metadata: { ...message.metadata, truncated: true },
    parts: message.parts.map((part) => ('state' in part && part.state === 'streaming' ? { ...part, state: 'done' } : part)),
  }
}
