import type { OutsideTools } from '../../shared/protocol/dialects/outside-tool'
import { createResponseRecorder, type ResponseRecorder } from '../../shared/protocol/dialects/response-recorder'
import type { TanstackChunk } from '../../shared/protocol/dialects/tanstack-events'
import { createTanstackWriter } from '../../shared/protocol/dialects/tanstack-legacy'
import { createOutsideFilter } from './outside-filter'
import type { OutsideThread } from './outside-thread'

/** One run of the older TanStack contract: a stream that stays open while calls wait. */
export interface TanstackRun {
  readonly thread: OutsideThread
  readonly recorder: ResponseRecorder<TanstackChunk>
  /** The run can't be answered: it ends with an error. */
  fail(message: string): void
  /** How many read it now. */
  readers: number
}

export interface TanstackRunOptions {
  readonly thread: OutsideThread
  readonly tools: OutsideTools
  readonly model: string
  now(): number
  mayAnswer(): boolean
  callOf(approvalId: string): string | null
}

export function createTanstackRun({ thread, tools, model, now, mayAnswer, callOf }: TanstackRunOptions): TanstackRun {
  const filter = createOutsideFilter({ mayAnswer, runs: thread.runs })
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
    fail: (message) => hear([{ type: 'error', id: '', model, timestamp: now(), error: { message } }]),
  }
}
