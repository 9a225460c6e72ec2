import { attachmentIdOf } from '../../shared/attachments/attachment'
import type { Chunk } from '../../shared/protocol/chunks'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import type { AttachmentTable } from '../storage/database/attachment-table'
import { unseenDenial } from './client-filter'

/**
 * A stored file as a data URL, which every client can show without its own token; other addresses are unchanged. Null if the file is
 * gone.
 */
export function clientFileAddress(
  attachments: Pick<AttachmentTable, 'content'>,
  conversationId: string,
  { url, mediaType }: { readonly url: string; readonly mediaType: string },
): string | null {
  const attachmentId = attachmentIdOf(url)
  if (attachmentId === null) return url
  const content = attachments.content(conversationId, attachmentId)
  return content === null ? null : `data:${mediaType};base64,${Buffer.from(content).toString('base64')}`
}

type FilePart = Extract<UIPart, { readonly type: 'file' }>

/** The address of a stored file in a form that a client can read; null if the file is gone. */
export type ClientFileAddress = (file: FilePart) => string | null

/**
 * What a client lacks of a stored message whose calls were settled without it: their results, then the text that followed. Null if one
 * of these calls is open, or none of them is in the message.
 */
export function storedTail(message: UIMessage, toolCallIds: ReadonlySet<string>, addressOf: ClientFileAddress): readonly Chunk[] | null {
  const isOurs = (part: UIPart): boolean => part.type === 'dynamic-tool' && toolCallIds.has(part.toolCallId)
  const last = message.parts.findLastIndex(isOurs)
  if (last < 0) return null
  const ends = message.parts.filter(isOurs).map(endOf)
  if (ends.includes(null)) return null
  const settled = ends.flatMap((chunk) => (chunk === null ? [] : [chunk]))
  const after = message.parts.findIndex((part, index) => index > last && part.type === 'step-start')
  const rest = after < 0 ? [] : message.parts.slice(after)
  const told = rest.flatMap((part, index) => chunksOf(part, `stored-${index}`, index === 0, addressOf))
  const closing: readonly Chunk[] = told.length === 0 ? [] : [{ type: 'finish-step' }]
  // a step boundary keeps the client from sending the same answers again
  const steps: readonly Chunk[] = told.length === 0 ? [{ type: 'start-step' }, { type: 'finish-step' }] : [...told, ...closing]
  return [{ type: 'start', messageId: message.id }, ...settled, ...steps, { type: 'finish', finishReason: 'other' }]
}

function endOf(part: UIPart): Chunk | null {
  if (part.type !== 'dynamic-tool') return null
  const { toolCallId } = part
  switch (part.state) {
    case 'output-available':
      return { type: 'tool-output-available', toolCallId, output: part.output }
    case 'output-error':
      return { type: 'tool-output-error', toolCallId, errorText: part.errorText }
    case 'output-denied':
      return { type: 'tool-output-denied', toolCallId }
    case 'input-streaming':
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return null
  }
}

function chunksOf(part: UIPart, id: string, isFirst: boolean, addressOf: ClientFileAddress): readonly Chunk[] {
  switch (part.type) {
    case 'step-start':
      return isFirst ? [{ type: 'start-step' }] : [{ type: 'finish-step' }, { type: 'start-step' }]
    case 'text':
    case 'reasoning':
      return part.text === ''
        ? []
        : [
            { type: `${part.type}-start`, id },
            { type: `${part.type}-delta`, id, delta: part.text },
            { type: `${part.type}-end`, id },
          ]
    case 'file': {
      const url = addressOf(part)
      return url === null ? [] : [{ type: 'file', mediaType: part.mediaType, url }]
    }
    case 'dynamic-tool':
      return callOf(part)
    default:
      // the other parts have the form of the chunks that created them
      return [part]
  }
}

/** A later call that has ended; an open one is sent by the response that continues with it. */
function callOf(part: Extract<UIPart, { readonly type: 'dynamic-tool' }>): readonly Chunk[] {
  const end = endOf(part)
  if (end === null || part.input === undefined) return []
  const { toolCallId, toolName, input } = part
  const ending = end.type === 'tool-output-denied' ? unseenDenial(toolCallId) : end
  return [{ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true }, ending]
}
