import type { Chunk } from '../../shared/protocol/chunks'
import type { ClientToolLookup } from '../../shared/protocol/dialects/client-tool'
import { createResponseRecorder, type ResponseRecorder } from '../../shared/protocol/dialects/response-recorder'
import { contractChunk } from '../../shared/protocol/dialects/tanstack-contract'
import type { TanstackChunk } from '../../shared/protocol/dialects/tanstack-events'
import { createTanstackWriter } from '../../shared/protocol/dialects/tanstack-legacy'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import { createClientFilter } from './client-filter'
import type { ClientThread, ReportedCall } from './client-thread'
import type { ShownResults } from './shown-results'

/** One run of the older TanStack contract: its stream stays open while calls wait. */
export interface TanstackRun {
  readonly thread: ClientThread
  readonly recorder: ResponseRecorder<TanstackChunk>
  /** Sends the calls that the client was given before a restart to whoever resumes the run. */
  giveAgain(calls: readonly ReportedCall[], messages: readonly UIMessage[]): void
  /** The chunk as this client reads it: under the names of the older chat contract, if the run was begun by that. */
  shown(chunk: TanstackChunk): object
  /** Whether the run was begun by the older chat contract. */
  readonly isContract: boolean
  /** The run cannot be answered: it ends with an error. */
  fail(message: string): void
  /** Nothing is to be answered: the run ends. */
  finish(): void
  /** How many clients read it now. */
  readers: number
}

export interface TanstackRunOptions {
  readonly thread: ClientThread
  /** Set if the run was begun by the older chat contract. */
  readonly contractRunId: string | null
  readonly tools: ClientToolLookup
  readonly model: string
  now(): number
  mayAnswer(toolName: string): boolean
  readonly shown: ShownResults
  callOf(approvalId: string): string | null
}

export function createTanstackRun(options: TanstackRunOptions): TanstackRun {
  const { thread, contractRunId, tools, model, now, mayAnswer, shown, callOf } = options
  const filter = createClientFilter({ mayAnswer, runs: thread.runs, shown })
  const writer = createTanstackWriter({ now, model, tools })
  const recorder = createResponseRecorder<TanstackChunk>()

  const unlisten = thread.listen({
    onChunk(placed, ours) {
      if (ours || placed.chunk.type === 'data-pcm') return
      for (const told of filter.push(placed)) hear(writer.push(told))
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = callOf(approvalId)
      if (approved !== true || toolCallId === null) return
      hear(writer.approved(toolCallId))
      for (const told of filter.approved(toolCallId)) hear(writer.push(told))
    },
  })

  function hear(chunks: readonly TanstackChunk[]): void {
    for (const chunk of chunks) {
      if (recorder.isDone) return
      recorder.record(chunk)
      if (chunk.type !== 'done' && chunk.type !== 'error') continue
      recorder.finish()
      unlisten()
    }
  }

  return {
    thread,
    recorder,
    readers: 0,
    isContract: contractRunId !== null,
    shown: (chunk) =>
      contractRunId === null ? chunk : contractChunk(chunk, { runId: contractRunId, hintOf: (toolName) => tools(toolName)?.hint }),
    giveAgain(calls, messages) {
      for (const { toolCallId, toolName, input } of calls) {
        const isIt = (part: UIPart): boolean => part.type === 'dynamic-tool' && part.toolCallId === toolCallId
        const messageId = messages.find(({ parts }) => parts.some(isIt))?.id ?? ''
        const told: readonly Chunk[] = [
          { type: 'start', messageId },
          { type: 'start-step' },
          { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true },
          { type: 'finish-step' },
          { type: 'finish', finishReason: 'tool-calls' },
        ]
        for (const chunk of told)
          for (const placed of filter.push({ turnId: '', messageId, role: 'assistant', chunk })) hear(writer.push(placed))
      }
    },
    finish: () => hear([{ type: 'done', id: '', model, timestamp: now(), finishReason: 'stop' }]),
    fail: (message) => hear([{ type: 'error', id: '', model, timestamp: now(), error: { message } }]),
  }
}
