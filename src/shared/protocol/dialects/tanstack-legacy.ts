import type { JsonObject, JsonValue } from '../../lib/json'
import { RecentMap } from '../../lib/recent-map'
import type { Chunk, PlacedChunk } from '../chunks'
import { agUiUsage, failureText, tanstackFinishReason } from './ag-ui-finish'
import { type AnswerChunk, AnswerQueue } from './answer-queue'
import type { ClientToolLookup } from './client-tool'
import { GrowingText } from './growing-text'
import { type PendingCall, PendingCalls } from './pending-calls'
import type { TanstackChunk } from './tanstack-events'

type Body = TanstackChunk extends infer Whole ? (Whole extends TanstackChunk ? Omit<Whole, 'id' | 'model' | 'timestamp'> : never) : never

/**
 * Writes a conversation in the older TanStack dialect. Its stream stays open while a call waits: answers come in by
 * another way (`/api/continuation`), because that client sends none with its messages. So there is one `done` per turn,
 * behind everything: an earlier one would take the question off the client's screen, and a result would keep it from
 * going on.
 */
export interface TanstackWriter {
  push(placed: PlacedChunk): readonly TanstackChunk[]
  /** The user said yes: a client-run call goes to the client now. */
  approved(toolCallId: string): readonly TanstackChunk[]
  /** No more chunks follow. A turn that waits for the user or the client gets no `done`. */
  end(): readonly TanstackChunk[]
  /** The calls without a result. */
  pending(): readonly PendingCall[]
}

export interface TanstackSetup {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** The name of the model, part of every chunk. */
  readonly model: string
  readonly tools?: ClientToolLookup
}

/** The calls of one conversation, as this client is shown them. */
interface CallWriter {
  readonly calls: PendingCalls
  /** A new message begins. */
  clear(): void
  called(messageId: string, toolCallId: string, toolName: string, input: JsonValue): Body
  asked(toolCallId: string): readonly Body[]
  /** The questions that the client forgets with the next text. */
  forgotten(): readonly Body[]
  result(toolCallId: string, value: JsonValue): readonly Body[]
  /** The client shows the latest result of a call: what it has so far, until it has all. It runs: nobody is asked about it now. */
  progressed(toolCallId: string, value: JsonValue): readonly Body[]
  /** Gives a call to the client that runs it, once. */
  handOver(call: PendingCall): readonly Body[]
  waitsForOthers(call: PendingCall): boolean
}

function createCallWriter(tools: ClientToolLookup): CallWriter {
  const calls = new PendingCalls()
  /** Calls that the client still takes for unfinished: its next `content` finishes them, and forgets their questions. */
  const unfinished = new Set<string>()
  /** What the client shows as the result of calls that have none yet. */
  const soFar = new Map<string, string>()
  const handedOver = new RecentMap<true>(10_000)
  let callCount = 0

  function asked(asksAbout: string): readonly Body[] {
    const call = calls.get(asksAbout)
    if (call === undefined || call.approvalId === null || call.approved) return []
    const { toolCallId, toolName, input, approvalId } = call
    return [{ type: 'approval-requested', toolCallId, toolName, input, approval: { id: approvalId, needsApproval: true } }]
  }

  function shown(toolCallId: string, value: JsonValue): readonly Body[] {
    const content = JSON.stringify(value)
    if (soFar.get(toolCallId) === content) return []
    soFar.set(toolCallId, content)
    return [{ type: 'tool_result', toolCallId, content }]
  }

  return {
    calls,
    clear() {
      callCount = 0
      unfinished.clear()
      // a call of an earlier message that still waits may be sent again
      for (const toolCallId of [...soFar.keys()]) if (calls.get(toolCallId) === undefined) soFar.delete(toolCallId)
    },
    called(messageId, toolCallId, toolName, input) {
      calls.add(messageId, toolCallId, toolName, input)
      unfinished.add(toolCallId)
      callCount += 1
      const toolCall = { id: toolCallId, type: 'function', function: { name: toolName, arguments: JSON.stringify(input) } } as const
      return { type: 'tool_call', toolCall, index: callCount - 1 }
    },
    asked,
    forgotten() {
      const forgotten = [...unfinished].flatMap(asked)
      unfinished.clear()
      return forgotten
    },
    result(toolCallId, value) {
      calls.settle(toolCallId)
      unfinished.delete(toolCallId)
      const bodies = shown(toolCallId, value)
      soFar.delete(toolCallId)
      return bodies
    },
    progressed(toolCallId, value) {
      unfinished.delete(toolCallId)
      handedOver.set(toolCallId, true)
      return shown(toolCallId, value)
    },
    handOver({ toolCallId, toolName, input }) {
      if (tools(toolName)?.runsOn !== 'client' || handedOver.has(toolCallId)) return []
      handedOver.set(toolCallId, true)
      return [{ type: 'tool-input-available', toolCallId, toolName, input }]
    },
    waitsForOthers: (call) => (call.approvalId !== null && !call.approved) || tools(call.toolName)?.runsOn === 'client',
  }
}

/** A writer for one conversation. */
export function createTanstackWriter({ now, model, tools = () => undefined }: TanstackSetup): TanstackWriter {
  const queue = new AnswerQueue()
  const writer = createCallWriter(tools)
  const { calls } = writer
  const text = new GrowingText()
  const thought = new GrowingText()
  let messageId = ''
  let open = false
  let paused = false
  let error: string | null = null

  function dressed(body: Body): TanstackChunk {
    return { ...body, id: messageId, model, timestamp: now() }
  }

  function write(placed: AnswerChunk): readonly TanstackChunk[] {
    const { chunk } = placed
    if (chunk.type === 'start') {
      if (messageId !== placed.messageId) begin(placed.messageId)
      open = true
      paused = false
      return []
    }
    return open ? body(chunk).map(dressed) : []
  }

  function begin(id: string): void {
    messageId = id
    error = null
    text.clear()
    thought.clear()
    writer.clear()
  }

  function body(chunk: Chunk): readonly Body[] {
    switch (chunk.type) {
      case 'text-delta':
        return said(chunk.delta)
      case 'reasoning-delta':
        return [{ type: 'thinking', delta: chunk.delta, content: thought.add(chunk.delta) }]
      case 'tool-input-available':
      case 'tool-input-error':
        text.breakOff()
        return [writer.called(messageId, chunk.toolCallId, chunk.toolName, chunk.input)]
      case 'tool-approval-request':
        calls.ask(chunk.toolCallId, chunk.approvalId)
        return writer.asked(chunk.toolCallId)
      case 'tool-output-available':
        return chunk.preliminary === true
          ? writer.progressed(chunk.toolCallId, chunk.output)
          : writer.result(chunk.toolCallId, chunk.output)
      case 'tool-output-error':
        return writer.result(chunk.toolCallId, { error: chunk.errorText })
      case 'tool-output-denied':
        return writer.result(chunk.toolCallId, { error: 'The user did not allow this call.', denied: true })
      case 'error':
        error = chunk.errorText
        return []
      case 'finish':
        return finished(chunk)
      default:
        return []
    }
  }

  function said(delta: string): readonly Body[] {
    const parts: Body[] = []
    // without a break, the client would take text that begins like the previous one for its continuation
    if (text.needsBreak(delta)) parts.push({ type: 'content', delta: '', content: '', role: 'assistant' })
    parts.push({ type: 'content', delta, content: text.add(delta), role: 'assistant' })
    return [...parts, ...writer.forgotten()]
  }

  function finished(chunk: Extract<Chunk, { readonly type: 'finish' }>): readonly Body[] {
    const metadata = chunk.messageMetadata ?? {}
    open = false
    if (error !== null || chunk.finishReason === 'error') {
      calls.dropMessage(messageId)
      const code = typeof metadata.errorCode === 'string' ? { code: metadata.errorCode } : {}
      const message = error ?? failureText(metadata)
      error = null
      return [{ type: 'error', error: { message, ...code } }]
    }
    if (chunk.finishReason === 'tool-calls') {
      paused = true
      return calls.ofMessage(messageId).flatMap((call) => (call.approvalId === null || call.approved ? writer.handOver(call) : []))
    }
    calls.dropMessage(messageId)
    return [{ type: 'done', finishReason: tanstackFinishReason(chunk.finishReason), ...usageOf(metadata) }]
  }

  return {
    push: (placed) => queue.push(placed).flatMap(write),
    approved(toolCallId) {
      calls.approve(toolCallId)
      const call = calls.get(toolCallId)
      return call === undefined ? [] : writer.handOver(call).map(dressed)
    },
    end() {
      const rest = queue.end().flatMap(write)
      if (open) {
        open = false
        return [...rest, dressed({ type: 'error', error: { message: 'The answer was cut off.' } })]
      }
      if (!paused || calls.ofMessage(messageId).some(writer.waitsForOthers)) return rest
      paused = false
      return [...rest, dressed({ type: 'done', finishReason: 'tool_calls' })]
    },
    pending: () => calls.list(),
  }
}

function usageOf(metadata: JsonObject): Pick<Extract<TanstackChunk, { readonly type: 'done' }>, 'usage'> {
  const [usage] = agUiUsage(metadata) ?? []
  if (usage === undefined) return {}
  const { inputTokens = 0, outputTokens = 0 } = usage
  return {
    usage: { promptTokens: inputTokens, completionTokens: outputTokens, totalTokens: usage.totalTokens ?? inputTokens + outputTokens },
  }
}
