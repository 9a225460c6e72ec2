import { attachmentIdOf } from '../../shared/attachments/attachment'
import { canonicalJson } from '../../shared/lib/canonical-json'
import type { Chunk } from '../../shared/protocol/chunks'
import type { ToolPart, UIMessage, UIPart } from '../../shared/protocol/ui-message'
import type { AttachmentTable } from '../storage/database/attachment-table'
import { unseenDenial } from './client-filter'
import { isFinal, type KnownMessage, type Settlement, stepsOf } from './known-message'

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

/** What is needed to send a stored part. */
export interface StoredTailOptions {
  readonly addressOf: ClientFileAddress
  /** Whether the client is asked about this call, which is open. */
  asks(call: ToolPart): boolean
  /** Whether the client must not see this open call: it would run it on sight. */
  hides(call: ToolPart): boolean
}

/** What a client lacks of a stored message: how its calls ended, then what followed. */
export interface StoredTail {
  readonly settled: readonly Settlement[]
  readonly rest: readonly Chunk[]
}

/** Compares a message with what a client has of it. A call that ended otherwise than the client believes is settled again. */
export function storedTail({ parts }: Pick<UIMessage, 'parts'>, known: KnownMessage, options: StoredTailOptions): StoredTail {
  const calls = parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : []))
  const settled = calls.flatMap((part) => {
    const end = endOf(part)
    return end !== null && differs(part, known) ? [end] : []
  })
  const steps = stepsOf(parts)
  const begun = steps.slice(0, known.steps).flat()
  const unknownCalls = begun.flatMap((part) =>
    part.type === 'dynamic-tool' && !known.calls.has(part.toolCallId) ? callOf(part, options) : [],
  )
  const rest = steps
    .slice(known.steps)
    .flatMap((step, index): readonly Chunk[] => [
      { type: 'start-step' },
      ...step.flatMap((part, place) => chunksOf(part, `stored-${index}-${place}`, options)),
      { type: 'finish-step' },
    ])
  return { settled, rest: [...unknownCalls, ...rest] }
}

/** Whether any call of a message, as it is shown to the client, ended otherwise than the client believes. */
export function hasOtherEnds({ parts }: Pick<UIMessage, 'parts'>, known: KnownMessage): boolean {
  return parts.some((part) => part.type === 'dynamic-tool' && isFinal(part.state) && differs(part, known))
}

function differs(part: ToolPart, { calls }: KnownMessage): boolean {
  const known = calls.get(part.toolCallId)
  if (known === undefined) return false
  if (!isFinal(known.state)) return true
  if (known.state !== 'output-available') return false
  return part.state !== 'output-available' || canonicalJson(known.output) !== canonicalJson(part.output)
}

function endOf(part: ToolPart): Settlement | null {
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

function chunksOf(part: UIPart, id: string, options: StoredTailOptions): readonly Chunk[] {
  switch (part.type) {
    case 'step-start':
      return []
    case 'text':
    case 'reasoning':
      return [
        { type: `${part.type}-start`, id },
        { type: `${part.type}-delta`, id, delta: part.text },
        { type: `${part.type}-end`, id },
      ]
    case 'file': {
      const url = options.addressOf(part)
      return url === null ? [] : [{ type: 'file', mediaType: part.mediaType, url }]
    }
    case 'dynamic-tool':
      return callOf(part, options)
    default:
      // the other parts have the form of the chunks that created them
      return [part]
  }
}

/** A call that the client does not have, with its end or the question that it may answer. */
function callOf(part: ToolPart, options: StoredTailOptions): readonly Chunk[] {
  const { toolCallId, toolName, input, approval } = part
  const end = endOf(part)
  if (input === undefined || (end === null && options.hides(part))) return []
  const call: Chunk = { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true }
  if (end !== null) return [call, end.type === 'tool-output-denied' ? unseenDenial(toolCallId) : end]
  return approval !== undefined && options.asks(part)
    ? [call, { type: 'tool-approval-request', toolCallId, approvalId: approval.id }]
    : [call]
}
