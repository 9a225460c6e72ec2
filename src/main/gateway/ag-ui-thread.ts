import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { canonicalJson } from '../../shared/lib/canonical-json'
import type { NewId } from '../../shared/lib/ids'
import type { JsonObject } from '../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../shared/lib/json-value'
import type { Chunk } from '../../shared/protocol/chunks'
import { type AgUiSetup, createAgUiWriter } from '../../shared/protocol/dialects/ag-ui'
import type { AgUiEvent } from '../../shared/protocol/dialects/ag-ui-events'
import type { AgUiRequest } from '../../shared/protocol/dialects/ag-ui-request'
import type { ClientTool, ClientToolLookup } from '../../shared/protocol/dialects/client-tool'
import type { PendingCall } from '../../shared/protocol/dialects/pending-calls'
import { createResponseRecorder, type ResponseRecorder } from '../../shared/protocol/dialects/response-recorder'
import { createClientFilter } from './client-filter'
import type { ClientThread } from './client-thread'
import type { ShownResults } from './shown-results'

/** Reads a run: every event with its number, from 1. */
export interface RunReader {
  onEvent(event: AgUiEvent, number: number): void
  onDone(): void
}

/** One conversation as an AG-UI client follows it: its runs, kept for a while so that they can be resumed. */
export interface AgUiThread {
  /** Whether this run is known: it is active or ended recently. */
  knows(runId: string): boolean
  /** The next run takes over this id, if the run of it has ended. */
  reuse(runId: string): void
  /** This run is known from now on: who asks for it waits for what `begin` makes of it. */
  expect(runId: string): void
  /** The run did not begin: who waits for it is given an error, and it is not known any more. */
  giveUp(runId: string, message: string): void
  /** The client's own copies of tools: its approvals are bound to them. `reportsOutputs`: as in `AgUiSetup`. */
  clientTools(tools: AgUiRequest['tools'], reportsOutputs: boolean): void
  /** The next response belongs to this run. `opening`: what the run says before it. */
  begin(runId: string, parentRunId: string | null, opening: readonly AgUiEvent[]): void
  /** Does this once no run is written: at once, or when the one that is written now has ended. The next response has no id until then. */
  whenIdle(task: () => void): void
  /** Writes a run of its own with what is stored of a message, and with what waits for the client. */
  tell(messageId: string, chunks: readonly Chunk[], pending: readonly PendingCall[]): void
  /**
   * Starts a run that only requests what its message waits for, of the calls that wait for the client: it may have been given them before
   * a restart. False if nothing waits for the client.
   */
  askAgain(messageId: string, pending: readonly PendingCall[]): boolean
  /** The run cannot be answered: it ends with an error, unless it has begun. */
  fail(runId: string, message: string): void
  read(runId: string, after: number, reader: RunReader): () => void
  isRunning(): boolean
  /** The active run, or null. */
  runningId(): string | null
  isRead(): boolean
  /** Stops listening. */
  close(): void
}

/** An agent of AG-UI in one conversation. */
export interface Agent {
  readonly client: GatewayClient
  readonly thread: ClientThread
  readonly runs: AgUiThread
}

export interface AgUiThreadOptions {
  readonly thread: ClientThread
  readonly newId: NewId
  readonly threadId: string
  readonly tools: ClientToolLookup
  mayAnswer(toolName: string): boolean
  readonly shown: ShownResults
  callOf(approvalId: string): string | null
  /** ISO 8601 */
  expiresAt(approvalId: string): string | undefined
}

/** What a client says about its tools with each request. */
interface ClientFacts extends Required<Pick<AgUiSetup, 'tools' | 'reportsOutputs'>> {
  set: AgUiThread['clientTools']
}

/** TanStack's client binds an approval to the schema of its own copy of the tool. */
function createClientFacts(tools: ClientToolLookup): ClientFacts {
  let copies: ReadonlyMap<string, JsonObject> = new Map()
  let reportsOutputs = false
  return {
    tools(toolName) {
      const tool = tools(toolName)
      const copy = copies.get(toolName)
      if (tool === undefined || copy === undefined) return tool
      const { inputSchema: _, ...facts } = tool
      return { ...facts, ...hashedSchema(copy) }
    },
    reportsOutputs: () => reportsOutputs,
    set(known, reports) {
      reportsOutputs = reports
      copies = new Map(known.flatMap(({ name, parameters }) => (isJsonObject(parameters) ? [[name, parameters] as const] : [])))
    },
  }
}

/** The schema as the client hashes it. It sends one of zod without `$schema` and with an empty `required` (`@tanstack/ai` 0.58.0). */
function hashedSchema(copy: JsonObject): Pick<ClientTool, 'inputSchema'> {
  const { required, ...rest } = copy
  // a tool without a schema is sent as any object
  if (canonicalJson(copy) === '{"type":"object"}') return {}
  const bare = isJsonList(required) && required.length === 0 ? rest : copy
  return { inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...bare } }
}

/** Runs that are kept per thread. */
const MOST_RUNS = 16

/** The runs of a thread, the oldest that ended are dropped. */
interface RecordedRuns {
  /** The events of this run, which is known from now on. */
  of(runId: string): ResponseRecorder<AgUiEvent>
  has(runId: string): boolean
  /** Whether this run is known and has ended. */
  isDone(runId: string): boolean
  drop(runId: string): void
}

function createRecordedRuns(): RecordedRuns {
  const runs = new Map<string, ResponseRecorder<AgUiEvent>>()
  return {
    of(runId) {
      const known = runs.get(runId)
      if (known !== undefined) return known
      const made = createResponseRecorder<AgUiEvent>()
      runs.set(runId, made)
      for (const [oldId, old] of runs) {
        if (runs.size <= MOST_RUNS) break
        if (old.isDone) runs.delete(oldId)
      }
      return made
    },
    has: (runId) => runs.has(runId),
    isDone: (runId) => runs.get(runId)?.isDone === true,
    drop: (runId) => void runs.delete(runId),
  }
}

export function createAgUiThread(options: AgUiThreadOptions): AgUiThread {
  const { thread, newId, threadId, tools, mayAnswer, shown, callOf, expiresAt } = options
  const filter = createClientFilter({ mayAnswer, runs: thread.runs, shown })
  const facts = createClientFacts(tools)
  const writer = createAgUiWriter({ newId, threadId, tools: facts.tools, expiresAt, reportsOutputs: facts.reportsOutputs })
  const runs = createRecordedRuns()
  let running: string | null = null
  let opening: { readonly runId: string; readonly events: readonly AgUiEvent[] } | null = null
  const waiting: (() => void)[] = []
  let readers = 0

  const unlisten = thread.listen({
    onChunk(placed, ours) {
      if (ours || placed.chunk.type === 'data-pcm') return
      for (const told of filter.push(placed)) hear(writer.push(told))
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = callOf(approvalId)
      if (approved !== true || toolCallId === null) return
      writer.approved(toolCallId)
      for (const told of filter.approved(toolCallId)) hear(writer.push(told))
    },
  })

  function hear(events: readonly AgUiEvent[]): void {
    for (const event of events) {
      if (event.type === 'RUN_STARTED') running = event.runId
      if (running === null) continue
      const recorder = runs.of(running)
      if (!recorder.isDone) recorder.record(event)
      if (event.type === 'RUN_STARTED' && opening?.runId === running && !recorder.isDone) {
        opening.events.forEach(recorder.record)
        opening = null
      }
      if (event.type !== 'RUN_FINISHED' && event.type !== 'RUN_ERROR') continue
      recorder.finish()
      running = null
    }
    if (running !== null) return
    for (const task of waiting.splice(0)) task()
  }

  function fail(runId: string, message: string): void {
    const recorder = runs.of(runId)
    if (recorder.isDone || recorder.lastSeq > 0) return
    recorder.record({ type: 'RUN_STARTED', threadId, runId })
    recorder.record({ type: 'RUN_ERROR', message })
    recorder.finish()
  }

  return {
    knows: (runId) => runs.has(runId),
    reuse(runId) {
      if (runs.isDone(runId)) runs.drop(runId)
    },
    expect: (runId) => void runs.of(runId),
    giveUp(runId, message) {
      fail(runId, message)
      runs.drop(runId)
    },
    clientTools: facts.set,
    begin(runId, parentRunId, events) {
      runs.of(runId)
      opening = { runId, events }
      writer.nextRun({ runId, ...(parentRunId !== null && { parentRunId }) })
    },
    whenIdle(task) {
      writer.nextRun(null)
      opening = null
      if (running === null) task()
      else waiting.push(task)
    },
    tell(messageId, chunks, pending) {
      pending.forEach(writer.know)
      const told: readonly Chunk[] = [
        { type: 'start', messageId },
        ...chunks,
        { type: 'finish', finishReason: pending.length > 0 ? 'tool-calls' : 'stop' },
      ]
      for (const chunk of told) hear(writer.push({ turnId: '', messageId, role: 'assistant', chunk }))
    },
    askAgain(messageId, pending) {
      pending.forEach(writer.know)
      const events = writer.askAgain(messageId)
      hear(events)
      return events.length > 0
    },
    fail,
    read(runId, after, reader) {
      readers += 1
      let reads = true
      const leave = (): void => {
        if (reads) readers -= 1
        reads = false
      }
      const unfollow = runs.of(runId).follow(after, {
        onEvent: ({ event, seq }) => reader.onEvent(event, seq),
        onDone() {
          leave()
          reader.onDone()
        },
      })
      return () => {
        unfollow()
        leave()
      }
    },
    isRunning: () => running !== null,
    runningId: () => running,
    isRead: () => readers > 0,
    close: unlisten,
  }
}
