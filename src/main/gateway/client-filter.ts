import { messageOf } from '../../shared/messages/message'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import { PendingCalls } from '../../shared/protocol/dialects/pending-calls'
import { errorChunk } from '../../shared/protocol/settlement'
import type { ShownResults } from './shown-results'

/** Decides what a client sees of a conversation. */
export interface ClientFilter {
  push(placed: PlacedChunk): readonly PlacedChunk[]
  /** The user approved the call, in whichever program: if the client runs it, it is handed over now. */
  approved(toolCallId: string): readonly PlacedChunk[]
}

/** What the filter knows of the client. */
export interface ClientFilterOptions {
  /** The client may answer questions about calls of this tool: it is told of them. */
  mayAnswer(toolName: string): boolean
  /** The client runs the calls of this tool. */
  runs(toolName: string): boolean
  /** What the client may see of results. */
  readonly shown: Pick<ShownResults, 'chunk'>
}

/**
 * Ends a response only where it waits for this client. Where it waits for somebody else (an approval asked for only in Parley, a run
 * in the app), it stays one response: the pause, the new start and the approval are left out. A denial of an approval that the client
 * never saw is sent as a failed call, because a reader refuses a denial without an approval. A call that the client would run stays
 * hidden until it is allowed, because readers run calls as soon as they see them.
 */
export function createClientFilter({ mayAnswer, runs, shown }: ClientFilterOptions): ClientFilter {
  const calls = new PendingCalls()
  const hidden = new Set<string>()
  /** calls that the client would run on sight and does not know yet */
  const late = new Map<string, PlacedChunk>()
  let held: PlacedChunk | null = null

  function waitsForClient(messageId: string): boolean {
    return calls
      .ofMessage(messageId)
      .some((call) => (call.approvalId !== null && !call.approved ? mayAnswer(call.toolName) : runs(call.toolName)))
  }

  function told(placed: PlacedChunk): readonly PlacedChunk[] {
    const { chunk, messageId } = placed
    switch (chunk.type) {
      case 'tool-input-available':
        calls.add(messageId, chunk.toolCallId, chunk.toolName, chunk.input)
        if (mayAnswer(chunk.toolName) || !runs(chunk.toolName)) return [placed]
        late.set(chunk.toolCallId, placed)
        return []
      case 'finish-step':
        return [...[...late.keys()].filter((toolCallId) => !hidden.has(toolCallId)).flatMap(known), placed]
      case 'tool-approval-request':
        calls.ask(chunk.toolCallId, chunk.approvalId)
        if (mayAnswer(calls.get(chunk.toolCallId)?.toolName ?? '')) return [placed]
        hidden.add(chunk.toolCallId)
        return []
      case 'tool-output-available':
        if (chunk.preliminary !== true) settle(chunk.toolCallId)
        return [...known(chunk.toolCallId), placed]
      case 'tool-output-error':
        settle(chunk.toolCallId)
        late.delete(chunk.toolCallId)
        return [placed]
      case 'tool-output-denied':
        return [{ ...placed, chunk: settle(chunk.toolCallId) ? unseenDenial(chunk.toolCallId) : chunk }]
      case 'finish':
        if (chunk.finishReason === 'tool-calls' && calls.ofMessage(messageId).length > 0 && !waitsForClient(messageId)) {
          held = placed
          return []
        }
        if (chunk.finishReason !== 'tool-calls') calls.dropMessage(messageId)
        return [placed]
      default:
        return [placed]
    }
  }

  function known(toolCallId: string): readonly PlacedChunk[] {
    const placed = late.get(toolCallId)
    late.delete(toolCallId)
    return placed === undefined ? [] : [placed]
  }

  /** True if the approval of the call was hidden. */
  function settle(toolCallId: string): boolean {
    calls.settle(toolCallId)
    return hidden.delete(toolCallId)
  }

  return {
    approved(toolCallId) {
      calls.approve(toolCallId)
      const handed = known(toolCallId)
      const pause = held
      if (pause === null || !waitsForClient(pause.messageId)) return handed
      held = null
      return [...handed, pause]
    },
    push(whole) {
      const chunk = shown.chunk(whole.chunk)
      if (chunk === null) return []
      const placed: PlacedChunk = chunk === whole.chunk ? whole : { ...whole, chunk }
      if (placed.role !== 'assistant' || placed.chunk.type !== 'start' || held === null) return told(placed)
      const pause = held
      held = null
      // another turn begins: the paused response ends as it is
      return pause.messageId === placed.messageId ? [] : [pause, ...told(placed)]
    },
  }
}

/** How a denied call is sent to a client that never saw the approval. */
export function unseenDenial(toolCallId: string): Extract<Chunk, { readonly type: 'tool-output-error' }> {
  return errorChunk(toolCallId, messageOf('denied', { reason: messageOf('not-allowed') }))
}
