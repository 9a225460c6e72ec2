import { assertNever } from '../lib/assert-never'
import type { Chunk } from './chunks'
import type { GrowingMessage } from './growing-message'
import type { ToolPart, UIApproval } from './ui-message'

/** The chunks about a call. */
export type ToolChunk = Extract<Chunk, { readonly toolCallId: string }>

/** The facts of a call in every state. */
function factsOf(part: ToolPart): Pick<ToolPart, 'type' | 'toolName' | 'toolCallId' | 'title' | 'callProviderMetadata' | 'approval'> {
  const { type, toolName, toolCallId, title, callProviderMetadata, approval } = part
  return {
    type,
    toolName,
    toolCallId,
    ...(title !== undefined && { title }),
    ...(callProviderMetadata !== undefined && { callProviderMetadata }),
    ...(approval !== undefined && { approval }),
  }
}

// the complete call may contain what its beginning lacked
function signatureOf({
  providerMetadata,
}: Extract<ToolChunk, { readonly type: 'tool-input-available' }>): Pick<ToolPart, 'callProviderMetadata'> {
  return providerMetadata === undefined ? {} : { callProviderMetadata: providerMetadata }
}

/** The message after one chunk about a call. Chunks about an unknown call change nothing. */
export function foldToolChunk(message: GrowingMessage, chunk: ToolChunk): GrowingMessage {
  const place = message.placeOfCall(chunk.toolCallId)
  const part = message.parts.at(place)
  if (part?.type === 'dynamic-tool') return message.replace(place, foldIntoCall(part, chunk))
  const made = newCall(chunk)
  return made === null ? message : message.append(made)
}

function newCall(chunk: ToolChunk): ToolPart | null {
  if (chunk.type !== 'tool-input-start' && chunk.type !== 'tool-input-available' && chunk.type !== 'tool-input-error') return null
  const { toolName, toolCallId, providerMetadata } = chunk
  const title = chunk.type === 'tool-input-error' ? undefined : chunk.title
  const facts = {
    type: 'dynamic-tool' as const,
    toolName,
    toolCallId,
    ...(title !== undefined && { title }),
    ...(providerMetadata !== undefined && { callProviderMetadata: providerMetadata }),
  }
  return foldIntoCall({ ...facts, state: 'input-streaming' }, chunk)
}

function foldIntoCall(part: ToolPart, chunk: ToolChunk): ToolPart {
  const facts = factsOf(part)
  const input = part.input ?? null
  switch (chunk.type) {
    case 'tool-input-start':
      return { ...facts, state: 'input-streaming' }
    case 'tool-input-delta':
      if (part.state !== 'input-streaming') return part
      return { ...part, rawInput: `${typeof part.rawInput === 'string' ? part.rawInput : ''}${chunk.inputTextDelta}` }
    case 'tool-input-available':
      return { ...facts, ...signatureOf(chunk), state: 'input-available', input: chunk.input }
    case 'tool-input-error':
      return { ...facts, state: 'output-error', input: chunk.input, errorText: chunk.errorText }
    case 'tool-approval-request':
      return { ...facts, state: 'approval-requested', input, approval: { id: chunk.approvalId } }
    case 'tool-output-available': {
      const preliminary = chunk.preliminary === true ? { preliminary: true } : {}
      return { ...settled(part, true), state: 'output-available', input, output: chunk.output, ...preliminary }
    }
    case 'tool-output-error': {
      const { errorText, toolMetadata } = chunk
      return { ...settled(part, null), state: 'output-error', input, errorText, ...(toolMetadata !== undefined && { toolMetadata }) }
    }
    case 'tool-output-denied':
      return { ...settled(part, false), state: 'output-denied', input }
    default:
      return assertNever(chunk, 'tool chunk')
  }
}

/**
 * A settled call keeps an approval only with the answer that its state needs: approved for a result, denied for a
 * denial. An error removes an open approval that nobody answered.
 */
function settled(part: ToolPart, approved: boolean | null): ReturnType<typeof factsOf> {
  const { approval, ...facts } = factsOf(part)
  if (approval === undefined) return facts
  const answer = approval.approved ?? approved
  const fits = approved === false ? answer === false : answer === true
  return fits && answer !== null ? { ...facts, approval: { ...approval, approved: answer } } : facts
}

/**
 * The message after the user's answer to an approval, or the same message if that approval is not open: a decided
 * approval can't be decided again. `approved: null` removes the approval of a withdrawn call.
 */
export function foldAnswerIntoMessage(
  message: GrowingMessage,
  answer: { readonly approvalId: string; readonly approved: boolean | null; readonly reason: string | null },
): GrowingMessage {
  const place = message.parts.findLastIndex((part) => part.type === 'dynamic-tool' && part.approval?.id === answer.approvalId)
  const part = message.parts.at(place)
  if (part?.type !== 'dynamic-tool' || part.state !== 'approval-requested') return message
  const { approval: _, ...facts } = factsOf(part)
  if (answer.approved === null) return message.replace(place, { ...facts, state: 'input-available', input: part.input })
  const approval: UIApproval = {
    id: answer.approvalId,
    approved: answer.approved,
    ...(answer.reason !== null && { reason: answer.reason }),
  }
  return message.replace(place, { ...facts, state: 'approval-responded', input: part.input, approval })
}
