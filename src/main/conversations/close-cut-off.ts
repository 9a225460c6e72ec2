import { messageText } from '../../shared/messages/message-text'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'

/**
 * A stored message whose answer was cut off when the app ended, with or without a word (a crash, a lost machine): its open parts are
 * closed and it says that it is not whole. A call that was to run ends as failed, with the reason: what waited for its end is gone.
 * Questions stay open, and so do calls that a client was given (`isGiven`): they outlive the app. Messages that were finished are given
 * back as they are.
 */
export function closeCutOff(message: UIMessage, isGiven: (toolCallId: string) => boolean): UIMessage {
  const isLost = (part: UIPart): boolean => isUnderWay(part) && !isGiven(part.toolCallId)
  if (!message.parts.some((part) => isStreaming(part) || isLost(part))) return message
  const truncated = message.parts.some(isStreaming)
  return {
    ...message,
    ...(truncated && { metadata: { ...message.metadata, truncated } }),
    parts: message.parts.map((part) => (isStreaming(part) || isLost(part) ? closed(part) : part)),
  }
}

function isStreaming(part: UIPart): boolean {
  return 'state' in part && part.state === 'streaming'
}

function isUnderWay(part: UIPart): part is Extract<UIPart, { readonly type: 'dynamic-tool' }> {
  return part.type === 'dynamic-tool' && (part.state === 'input-streaming' || part.state === 'input-available')
}

function closed(part: UIPart): UIPart {
  if (part.type === 'text' || part.type === 'reasoning') return part.state === 'streaming' ? { ...part, state: 'done' } : part
  if (part.type !== 'dynamic-tool' || (part.state !== 'input-streaming' && part.state !== 'input-available')) return part
  return { ...part, input: part.input ?? {}, state: 'output-error', errorText: messageText('closed-while-running') }
}
