import type { NewId } from '../../lib/ids'
import type { JsonObject } from '../../lib/json'
import { RecentMap } from '../../lib/recent-map'
import type { Chunk, PlacedChunk } from '../chunks'
import type { AgUiEvent, AgUiInterrupt, AgUiOutcome } from './ag-ui-events'
import { agUiUsage, failureText, finishMetadata } from './ag-ui-finish'
import { approvalInterrupt, outputInterrupt } from './ag-ui-interrupts'
import { AgUiParts } from './ag-ui-parts'
import { type AnswerChunk, AnswerQueue } from './answer-queue'
import type { ClientToolLookup } from './client-tool'
import { type PendingCall, PendingCalls } from './pending-calls'

/** Writes a conversation as AG-UI runs: every response is one run, from `RUN_STARTED` to exactly one end. */
export interface AgUiWriter {
  push(placed: PlacedChunk): readonly AgUiEvent[]
  /**
   * The user said yes. No response contains that, so the caller that got the answer reports it here: the call is no
   * longer asked about, and a client-run call goes to the client at the end of the next run.
   */
  approved(toolCallId: string): void
  /**
   * A run that only repeats what a paused message waits for, when no response of ours does (its only change is a yes).
   * No events if a run is open or nothing waits for the client.
   */
  askAgain(messageId: string): readonly AgUiEvent[]
  /** No more chunks follow. An open run ends with an error: clients take a stream that just stops for success. */
  end(): readonly AgUiEvent[]
  /** The calls without a result: those that answers in `resume` can be about. */
  pending(): readonly PendingCall[]
  /** A call that waits for the client, whose own chunks this writer may not have seen: before a restart, for example. */
  know(call: PendingCall): void
  /** The next run gets this id instead of one of our own: the client's, from its `RunAgentInput`. */
  nextRun(run: { readonly runId: string; readonly parentRunId?: string | undefined } | null): void
}

export interface AgUiSetup {
  readonly newId: NewId
  readonly threadId: string
  readonly tools?: ClientToolLookup
  /** When an approval expires, in ISO 8601. */
  readonly expiresAt?: (approvalId: string) => string | undefined
  /**
   * Whether the client runs its calls on sight and reports their outputs as messages of the role `tool`, as CopilotKit does. Such a client
   * can't run anything while an interrupt is open: its calls are no interrupts, and approvals of the same step follow their outputs.
   */
  readonly reportsOutputs?: () => boolean
}

/** A response that pauses waits for the user or the client; what the server runs by itself is pending, and no question. */
function interruptsOf(
  runId: string,
  waiting: readonly PendingCall[],
  { tools = () => undefined, expiresAt, reportsOutputs = () => false }: Pick<AgUiSetup, 'tools' | 'expiresAt' | 'reportsOutputs'>,
): readonly AgUiInterrupt[] {
  const isGiven = ({ approvalId, approved, toolName }: PendingCall): boolean =>
    (approvalId === null || approved) && tools(toolName)?.runsOn === 'client'
  if (reportsOutputs() && waiting.some(isGiven)) return []
  return waiting.flatMap((call) => {
    const tool = tools(call.toolName)
    if (call.approvalId !== null && !call.approved)
      return [approvalInterrupt(call, call.approvalId, runId, tool, expiresAt?.(call.approvalId))]
    return isGiven(call) ? [outputInterrupt(call, runId, tool)] : []
  })
}

function outcomeOf(runId: string, waiting: readonly PendingCall[], setup: AgUiSetup): AgUiOutcome {
  const interrupts = interruptsOf(runId, waiting, setup)
  if (interrupts.length > 0) return { type: 'interrupt', interrupts }
  // a client that reports outputs finds its calls by itself; `@ag-ui/client` 0.0.59 of CopilotKit refuses a run that names them
  return waiting.length === 0 || setup.reportsOutputs?.() === true
    ? { type: 'success' }
    : { type: 'success', pendingToolCallIds: waiting.map(({ toolCallId }) => toolCallId) }
}

function runError(message: string, metadata: JsonObject): AgUiEvent {
  const usage = agUiUsage(metadata)
  const code = typeof metadata.errorCode === 'string' ? { code: metadata.errorCode } : {}
  return { type: 'RUN_ERROR', message, ...code, ...(usage === undefined ? {} : { usage }) }
}

/** A writer for one thread. */
export function createAgUiWriter(setup: AgUiSetup): AgUiWriter {
  const { newId, threadId } = setup
  const queue = new AnswerQueue()
  const calls = new PendingCalls()
  const parts = new AgUiParts(newId, calls)
  let next: { readonly runId: string; readonly parentRunId?: string | undefined } | null = null
  let run: { readonly runId: string; readonly messageId: string } | null = null
  /** Message → the run that paused it. */
  const pausedRuns = new RecentMap<string>(1000)
  let error: string | null = null

  function startedAnew(messageId: string, goesOn: boolean): readonly AgUiEvent[] {
    const cut = closeCut()
    parts.begin(messageId, goesOn)
    return [...cut, startRun(messageId)]
  }

  function startRun(messageId: string): AgUiEvent {
    const parentRunId = next?.parentRunId ?? pausedRuns.get(messageId)
    run = { runId: next?.runId ?? newId('run'), messageId }
    next = null
    error = null
    return { type: 'RUN_STARTED', threadId, runId: run.runId, ...(parentRunId === undefined ? {} : { parentRunId }) }
  }

  function write({ messageId, chunk }: AnswerChunk): readonly AgUiEvent[] {
    if (run === null && chunk.type !== 'start') return alone(messageId, chunk)
    switch (chunk.type) {
      case 'start':
        // the first response of a message names its turn
        return startedAnew(messageId, chunk.messageMetadata === undefined)
      case 'finish':
        return finish(chunk)
      case 'error':
        error = chunk.errorText
        return []
      case 'abort':
        return []
      default:
        return parts.write(chunk)
    }
  }

  function finish(chunk: Extract<Chunk, { readonly type: 'finish' }>): readonly AgUiEvent[] {
    if (run === null) return []
    const { runId, messageId } = run
    const metadata = chunk.messageMetadata ?? {}
    const closing = parts.close()
    run = null
    if (error !== null || chunk.finishReason === 'error') {
      calls.dropMessage(messageId)
      return [...closing, runError(error ?? failureText(metadata), metadata)]
    }
    const paused = chunk.finishReason === 'tool-calls'
    if (!paused && metadata.truncated === true) return [...closing, runError('The answer was cut off.', metadata)]
    if (paused) pausedRuns.set(messageId, runId)
    else calls.dropMessage(messageId)
    const usage = agUiUsage(metadata)
    const waiting = calls.ofMessage(messageId)
    return [
      ...closing,
      {
        type: 'RUN_FINISHED',
        threadId,
        runId,
        outcome: metadata.interrupted === true && !paused ? { type: 'cancelled' } : outcomeOf(runId, waiting, setup),
        ...(usage === undefined ? {} : { usage }),
        metadata: finishMetadata(chunk.finishReason, metadata),
      },
    ]
  }

  function closeCut(): readonly AgUiEvent[] {
    if (run === null) return []
    calls.dropMessage(run.messageId)
    run = null
    return [...parts.close(), runError('The answer was cut off.', {})]
  }

  /** User speech without an answer makes a run of its own; nothing else is written outside a response. */
  function alone(messageId: string, chunk: Chunk): readonly AgUiEvent[] {
    if (chunk.type !== 'data-transcript') return []
    const started = startRun(messageId)
    return [started, ...parts.write(chunk), ...finish({ type: 'finish', finishReason: 'stop' })]
  }

  return {
    push: (placed) => queue.push(placed).flatMap(write),
    approved: (toolCallId) => calls.approve(toolCallId),
    askAgain(messageId) {
      if (run !== null || interruptsOf('', calls.ofMessage(messageId), setup).length === 0) return []
      return [startRun(messageId), ...finish({ type: 'finish', finishReason: 'tool-calls' })]
    },
    end: () => [...closeCut(), ...queue.end().flatMap(write), ...closeCut()],
    pending: () => calls.list(),
    know({ messageId, toolCallId, toolName, input, approvalId, approved }) {
      if (calls.get(toolCallId) !== undefined) return
      calls.add(messageId, toolCallId, toolName, input)
      if (approvalId !== null) calls.ask(toolCallId, approvalId)
      if (approved) calls.approve(toolCallId)
    },
    nextRun(given) {
      next = given
    },
  }
}
