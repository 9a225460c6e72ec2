import type { JsonValue } from '../../shared/lib/json'
import { toPlainJson } from '../../shared/lib/plain-json'
import { type DisplayText, messageOf } from '../../shared/messages/message'
import type { Chunk } from '../../shared/protocol/chunks'
import type { AiSdkChunk, CallOutcomeChunk } from '../../shared/protocol/dialects/ai-sdk'
import { errorChunk } from '../../shared/protocol/settlement'
import type { ClientMessage } from './chat-request'

/** A call as a client's message shows it. `approved`: its own answer; null where it was not asked, `open` where it has not answered. */
interface KnownCall {
  readonly state: string
  readonly approved: boolean | 'open' | null
  /** What it returned, as the client knows it. */
  readonly output: JsonValue
}

/** What a client has of a message. */
export interface KnownMessage {
  readonly calls: ReadonlyMap<string, KnownCall>
  /** How many steps with content it has. */
  readonly steps: number
}

/** The end of a call. */
export type Settlement = Extract<Chunk, { readonly type: 'tool-output-available' | 'tool-output-error' | 'tool-output-denied' }>

const FINAL: ReadonlySet<string> = new Set(['output-available', 'output-error', 'output-denied'])

/** Whether a call in this state has ended. */
export function isFinal(state: string): boolean {
  return FINAL.has(state)
}

/** What this message of a client says about its calls and steps. */
export function knownMessage({ parts }: ClientMessage): KnownMessage {
  const calls = new Map<string, KnownCall>()
  for (const { toolCallId, state = '', approval, output } of parts)
    if (toolCallId !== undefined) {
      const answer = approval?.approved === undefined ? 'open' : approval.approved === true
      calls.set(toolCallId, { state, approved: approval === undefined ? null : answer, output: toPlainJson(output) })
    }
  return { calls, steps: stepsOf(parts).length }
}

/** The steps of a message that have content: a reader makes an empty one where nothing follows a settled call. */
export function stepsOf<Part extends { readonly type: string; readonly text?: string | undefined }>(
  parts: readonly Part[],
): readonly Part[][] {
  const steps: Part[][] = []
  for (const part of parts)
    if (part.type === 'step-start') steps.push([])
    else if (part.text !== '' || (part.type !== 'text' && part.type !== 'reasoning')) {
      if (steps.length === 0) steps.push([])
      steps.at(-1)?.push(part)
    }
  return steps.filter(({ length }) => length > 0)
}

/**
 * A chunk for a client that has answered its calls in its own way. The state of a call has to agree with the client's answer, or
 * `validateUIMessages` of the AI SDK refuses the message: where another answer counted, `data-call-outcome` says what happened.
 */
export function chunksFor(
  known: KnownMessage,
  chunk: AiSdkChunk,
  reasonOf: (toolCallId: string) => DisplayText | null,
): readonly AiSdkChunk[] {
  if (chunk.type !== 'tool-output-available' && chunk.type !== 'tool-output-error' && chunk.type !== 'tool-output-denied') return [chunk]
  const { toolCallId } = chunk
  const call = known.calls.get(toolCallId)
  if (call === undefined) return [chunk]
  const denied = chunk.type === 'tool-output-denied'
  const refusal = errorChunk(toolCallId, messageOf('denied', { reason: reasonOf(toolCallId) ?? messageOf('not-allowed') }))
  switch (call.approved) {
    case null:
      return [denied ? refusal : chunk]
    case true:
      return denied ? [refusal, outcomeChunk(chunk)] : [chunk]
    case false:
      if (denied) return [chunk]
      return chunk.type === 'tool-output-available' && chunk.preliminary === true
        ? []
        : [{ type: 'tool-output-denied', toolCallId }, outcomeChunk(chunk)]
    case 'open':
      return chunk.type === 'tool-output-available' && chunk.preliminary === true ? [] : [outcomeChunk(chunk)]
  }
}

function outcomeChunk(chunk: Settlement): CallOutcomeChunk {
  const { toolCallId: id } = chunk
  switch (chunk.type) {
    case 'tool-output-available':
      return { type: 'data-call-outcome', id, data: { toolCallId: id, state: 'output-available', output: chunk.output } }
    case 'tool-output-error':
      return { type: 'data-call-outcome', id, data: { toolCallId: id, state: 'output-error', errorText: chunk.errorText } }
    case 'tool-output-denied':
      return { type: 'data-call-outcome', id, data: { toolCallId: id, state: 'output-denied' } }
  }
}
