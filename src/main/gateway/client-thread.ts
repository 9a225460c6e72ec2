import type { ConversationStatus } from '../../shared/ipc/schemas'
import type { PageToolOutcome } from '../../shared/ipc/tool-calls'
import type { JsonObject } from '../../shared/lib/json'
import { RecentMap } from '../../shared/lib/recent-map'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import type { ThreadAnswer, ThreadObserver } from '../conversations/thread-writer'
import { type ToolContext, ToolError } from '../tool-calls/tools/main-tool'

/** A call that a client was given to run. */
export interface ReportedCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonObject
}

/** Listens to a thread. Each kind of client has one listener for every thread it follows. */
export interface ClientThreadListener {
  /** `ours`: the client's own input, which it already knows. */
  onChunk?(placed: PlacedChunk, ours: boolean): void
  onAnswer?(answer: ThreadAnswer): void
  onCall?(call: ReportedCall): void
  /** The sound of a turn was cut off, or has ended. */
  onSound?(turnId: string, what: 'end' | 'flush'): void
  onStatus?(status: ConversationStatus): void
  /** Takes the sound, so that the window is silent. */
  readonly takesSound?: boolean
}

/** One conversation as gateway clients follow it. */
export interface ClientThread extends ThreadObserver {
  readonly conversationId: string
  listen(listener: ClientThreadListener): () => void
  /** Runs an action of the client: the answer is for it. */
  say(act: () => void | Promise<void>): Promise<void>
  /** Takes the answers of one request: the response does not pause between them. */
  takeAnswers(take: () => void): void
  /** Which of the page's tools the client runs; null: all of them. */
  clientRuns(tools: ReadonlySet<string> | null): void
  /** Calls that were given out and not answered. */
  given(): readonly ReportedCall[]
  /** Runs a call at the client instead of the page. */
  run(name: string, input: JsonObject, context: ToolContext): Promise<JsonObject>
  settle(toolCallId: string, outcome: PageToolOutcome): Result<null>
  /** Keeps an output that came together with the yes, for the run that begins now. */
  hold(toolCallId: string, outcome: PageToolOutcome): void
  /** The yes did not count: the output that came with it is forgotten, unless the run has begun with it. */
  dropHeld(toolCallId: string): void
  sound(turnId: string, what: 'end' | 'flush'): void
  status(status: ConversationStatus): void
}

/** Creates a thread in which nobody has spoken. `isPageTool`: clients can only run what a page can run. */
export function createClientThread(conversationId: string, isPageTool: (toolName: string) => boolean): ClientThread {
  const listeners = new Set<ClientThreadListener>()
  const running = new Map<string, ReportedCall & { readonly end: (outcome: PageToolOutcome) => void }>()
  const held = new Map<string, PageToolOutcome>()
  const answered = new RecentMap<true>(1000)
  /** who spoke last: page tools run where the user is */
  let speaker: 'client' | 'window' = 'window'
  let saying = 0
  let taking = 0
  let tools: ReadonlySet<string> | null = null

  function settle(toolCallId: string, outcome: PageToolOutcome): Result<null> {
    const call = running.get(toolCallId)
    if (call === undefined) return failure('call-not-given', `No call ${toolCallId} waits for an output.`)
    running.delete(toolCallId)
    answered.set(toolCallId, true)
    call.end(outcome)
    return success(null)
  }

  const runs = (toolName: string): boolean => speaker === 'client' && isPageTool(toolName) && (tools?.has(toolName) ?? true)

  return {
    conversationId,
    runs,
    answered: (toolCallId) => answered.has(toolCallId),
    speaks: () => speaker === 'client',
    takesAnswers: () => taking > 0,
    takeAnswers(take) {
      taking += 1
      try {
        take()
      } finally {
        taking -= 1
      }
    },
    takesUp() {
      speaker = 'client'
    },
    settle,
    takesSound: () => [...listeners].some(({ takesSound }) => takesSound === true),
    chunk(placed) {
      const newWords = placed.role === 'user' && placed.chunk.type === 'start'
      if (newWords && saying === 0 && ![...listeners].some(({ takesSound }) => takesSound === true)) speaker = 'window'
      for (const listener of [...listeners]) listener.onChunk?.(placed, saying > 0 && placed.role === 'user')
    },
    answer(answer) {
      for (const listener of [...listeners]) listener.onAnswer?.(answer)
    },
    sound(turnId, what) {
      for (const listener of [...listeners]) listener.onSound?.(turnId, what)
    },
    status(status) {
      for (const listener of [...listeners]) listener.onStatus?.(status)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async say(act) {
      speaker = 'client'
      saying += 1
      try {
        await act()
      } finally {
        saying -= 1
      }
    },
    clientRuns(names) {
      tools = names
    },
    given: () => [...running.values()].map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, input })),
    hold(toolCallId, outcome) {
      answered.set(toolCallId, true)
      held.set(toolCallId, outcome)
    },
    dropHeld(toolCallId) {
      if (held.delete(toolCallId)) answered.delete(toolCallId)
    },
    run(toolName, input, { toolCallId, signal }) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const cancel = (): void => {
          running.delete(toolCallId)
          reject(new ToolError(messageOf('taken-back-while-running')))
        }
        signal.addEventListener('abort', cancel, { once: true })
        const end = (outcome: PageToolOutcome): void => {
          signal.removeEventListener('abort', cancel)
          if (outcome.kind === 'result') resolve(outcome.output)
          else reject(new ToolError(messageOf('client-failed', { reason: outcome.errorText })))
        }
        const call = { toolCallId, toolName, input }
        running.set(toolCallId, { ...call, end })
        const known = held.get(toolCallId)
        held.delete(toolCallId)
        if (known !== undefined) settle(toolCallId, known)
        else for (const listener of [...listeners]) listener.onCall?.(call)
      })
    },
  }
}
