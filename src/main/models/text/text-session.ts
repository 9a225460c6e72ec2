import type { SessionFailureCause, SessionState } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { Clock, Timer } from '../../../shared/lib/clock'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import { redact } from '../../../shared/text/redact'
import type { FileOf } from '../../storage/attachments/attached-file'
import { LiveSetupError } from '../live/live-setup'
import type { ToolAnswer } from '../live/outbox'
import { isSettled } from './call-response'
import { createFileParts } from './file-parts'
import { callsOf, stepsOfMessage } from './message-contents'
import { type RunningRequest, runRequest } from './run-request'
import { textCapabilities } from './text-capabilities'
import type { TextConnector } from './text-connector'
import { callsEnded, goOn, textContents, unanswered } from './text-contents'
import type { CallAnswer, TextHistory } from './text-history'
import { type TextLimits, textLimits } from './text-limits'
import { decide, historyForm, noTries, type Tries, type Verdict } from './text-machine'
import type { TextSetup } from './text-request'

/**
 * The reaction to the end of a call. `wait`: other calls of its step are still open. `continue`: the answer can continue with all
 * results. `late`: the user has said something since, so the result is news. `nothing`: the thread does not know the call.
 */
type CallEnd = 'wait' | 'continue' | 'late' | 'nothing'

/** Decides by the thread, in which the call is already settled. */
export function afterCall(messages: readonly UIMessage[], toolCallId: string): CallEnd {
  const place = messages.findIndex(({ parts }) => parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId))
  const message = messages[place]
  if (message === undefined) return 'nothing'
  if (messages.slice(place + 1).some(({ role }) => role === 'user')) return 'late'
  const step = stepsOfMessage(message).find((parts) => callsOf(parts).some((call) => call.toolCallId === toolCallId)) ?? []
  return callsOf(step).every(isSettled) ? 'continue' : 'wait'
}

/**
 * How a request left the turn. `calls`: it waits for results. `done`: the answer is complete, or contains the reason why not; calls
 * that are still open must not run. `cut`: it broke off and nothing more follows. `stopped`: the user did not want the rest.
 */
export type TextEnd = 'calls' | 'done' | 'cut' | 'stopped'

/** Dependencies and listeners of a text session. */
export interface TextSessionOptions {
  readonly connector: TextConnector
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** Called before every request, for the current key, model and tools. Throws `LiveSetupError` to say why there is none. */
  setup(): Promise<TextSetup>
  /** The current thread: the only memory of the conversation. */
  history(): Omit<TextHistory, 'answerOf'>
  /** Finds the files named by addresses in the thread; without it they are left out. */
  readonly fileOf?: FileOf
  /** One chunk of the answer, in order. */
  onChunk(chunk: object): void
  /** What an answer took that was stopped: a chunk with its counts alone, around its end. */
  onCounts?(chunk: object): void
  onEnd(end: TextEnd): void
  onState(state: SessionState): void
  /** A listener threw: its event is lost, the session continues. `detail` is redacted. */
  onFault(detail: string): void
  /** Whether an answer is requested without tools, because the service refused a field of the request. */
  onToolsOff?(off: boolean): void
  readonly limits?: Partial<TextLimits>
}

/**
 * A conversation's session with a text model: like a Live session, but without a connection. Every request contains the conversation.
 * Input must be in the thread before the session is notified.
 */
export interface TextSession {
  /** From off to ready; otherwise does nothing. */
  start(): void
  /** Retries now if failed or waiting for the next try. */
  retry(): void
  /** Stops the current answer and the session. */
  stop(): Promise<void>
  /** The same, because another server or key takes over: unanswered input is sent there at a retry. */
  leave(): Promise<void>
  /** Whether input is still unanswered. */
  owesAnswer(): boolean
  /** The user has typed a message. A current answer is stopped. */
  sendText(): void
  /** Generates another answer to the user's last input. False if there is none. */
  askAgain(): boolean
  /** Ends of calls, by Parley's ids. When all calls of a step have ended, the answer continues once. */
  sendToolResponses(responses: readonly ToolAnswer[]): void
  /** Stops the current or pending answer. False if there is none. */
  interrupt(): boolean
  state(): SessionState
}

/** The purpose of a request: an answer to the last input (and later events), or news of an older call. */
type Wanted = 'answer' | 'news'

/** Shows the state of a session, and calls listeners that must not break it. */
interface SessionReport {
  state(): SessionState
  show(state: SessionState): void
  ready(): void
  /** Calls a listener: what it throws is reported. */
  notify(listener: () => void): void
}

function createSessionReport({ clock, onState, onFault }: TextSessionOptions): SessionReport {
  let shown: SessionState = { phase: 'off' }

  function notify(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      onFault(describe(error))
    }
  }

  function show(state: SessionState): void {
    if (JSON.stringify(state) === JSON.stringify(shown)) return
    shown = state
    notify(() => onState(state))
  }

  return {
    state: () => shown,
    show,
    ready() {
      if (shown.phase !== 'ready') show({ phase: 'ready', since: clock.now() })
    },
    notify,
  }
}

/** A request as the turn follows it. */
interface RequestFollower {
  /** Whether the request is still wanted: the turn may end while it is prepared. */
  isCurrent(): boolean
  onRunning(request: RunningRequest): void
  onChunk(chunk: object): void
  onCounts(chunk: object): void
}

/** A request that ended by itself. */
interface EndedRequest {
  readonly running: RunningRequest
  readonly verdict: Verdict
  readonly apiKey: string
}

/** Sends requests with the whole conversation. */
interface TextRequests {
  /** Null if the request was stopped or is not wanted any more. Throws `LiveSetupError` if it can't be sent. */
  send(wanted: Wanted, tries: Tries, follower: RequestFollower): Promise<EndedRequest | null>
  /** The result of a call, for the requests that follow. */
  addAnswer(toolCallId: string, answer: CallAnswer): void
  /** A request with its tools was answered: the tools are available. */
  toolsAnswered(): void
  /** The service refused the signatures of the answers of now: from then on they are sent as text. */
  signaturesRefused(): void
}

/** So many results are sent as they came, with their pictures. Those of earlier calls are sent as the thread has them. */
const MOST_ANSWERS = 100

function createTextRequests(options: TextSessionOptions, limits: TextLimits, report: SessionReport): TextRequests {
  const answers = new Map<string, CallAnswer>()
  const files = createFileParts({ fileOf: options.fileOf ?? (() => null), connector: options.connector, now: options.clock.now })
  let refused: ReadonlySet<string> = new Set()
  /** The current request should have tools and has them. */
  let hasTools = true

  function contents(wanted: Wanted, tries: Tries, forPictures: boolean) {
    const { messages, contentsOf, editedInputOf } = options.history()
    const history: TextHistory = {
      messages: wanted === 'news' ? messages : unanswered(messages),
      contentsOf: (messageId) => (refused.has(messageId) ? undefined : contentsOf(messageId)),
      answerOf: (toolCallId) => answers.get(toolCallId),
      editedInputOf,
    }
    return textContents(history, {
      form: historyForm(tries),
      // image models read a sixteenth of what the others read
      characters: tries.trimmed || forPictures ? limits.trimmedHistoryCharacters : limits.historyCharacters,
      forPictures,
      nudge: wanted === 'news' ? callsEnded : goOn,
    })
  }

  return {
    async send(wanted, tries, follower) {
      const setup = await options.setup()
      if (!follower.isCurrent()) return null
      const apiKey = setup.apiKey?.trim() ?? ''
      if (apiKey === '') throw new LiveSetupError('key-missing', 'no API key is set')
      const capabilities = textCapabilities(setup.model, setup.pictures)
      const conversation = contents(wanted, tries, capabilities.pictures)
      const { minimal } = tries
      hasTools = capabilities.tools && !minimal
      if (!hasTools && setup.tools.length > 0) report.notify(() => options.onToolsOff?.(true))
      const running = runRequest({
        clock: options.clock,
        // nothing arrives between the first text and the picture that follows it
        limits: capabilities.pictures ? { ...limits, idleMs: limits.firstChunkMs } : limits,
        async open(signal) {
          const address = { apiKey, baseUrl: setup.baseUrl }
          // uses types of the client library, which is large
          const { textRequest } = await import('./text-request')
          const asked = textRequest(setup, await files.fill(conversation, address, signal), minimal)
          return options.connector.stream(address, asked, signal)
        },
        show: follower.onChunk,
        count: follower.onCounts,
      })
      follower.onRunning(running)
      const ended = await running.end
      if (ended === null || !follower.isCurrent()) return null
      return { running, verdict: decide(tries, ended, { random: options.random(), limits }), apiKey }
    },
    addAnswer(toolCallId, answer) {
      answers.set(toolCallId, answer)
      const [oldest] = answers.keys()
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
    },
    toolsAnswered() {
      if (hasTools) report.notify(() => options.onToolsOff?.(false))
    },
    signaturesRefused() {
      refused = new Set(options.history().messages.map(({ id }) => id))
    },
  }
}

/** The answer that is being generated: one request after another, as the machine decides. */
interface TextTurn {
  isWorking(): boolean
  /** Stops the current work and begins a request. `isFirstStep`: it follows input of the user, not results of calls. */
  begin(wanted: Wanted, isFirstStep: boolean): void
  /** Stops the current work. True if there was any. What it took may still be told. */
  halt(): boolean
  /** Ends the connection of a request that was halted, if there is one still. */
  disconnect(): void
}

/** The wait before the next try of a request. */
interface Retry {
  /** Calls `attempt` with this generation after the wait; `count` tries have failed. */
  wait(verdict: Extract<Verdict, { next: 'again' }>, count: number, generation: number): void
  cancel(): void
}

function createRetry(clock: Clock, limits: TextLimits, report: SessionReport, attempt: (generation: number) => void): Retry {
  let timer: Timer | null = null
  return {
    wait({ delayMs, announced }, count, generation) {
      if (announced) report.show({ phase: 'reconnecting', attempt: count, of: limits.tries, nextTryAt: clock.now() + delayMs })
      timer = clock.after(delayMs, () => {
        timer = null
        if (announced) report.show({ phase: 'connecting', since: clock.now(), again: { attempt: count, of: limits.tries } })
        attempt(generation)
      })
    },
    cancel() {
      timer?.cancel()
      timer = null
    },
  }
}

/** The request that was discarded last: it may still say what it took. */
interface DiscardedRequest {
  /** Discards this one; the one before it is stopped. */
  keep(request: RunningRequest | null): void
  stop(): void
}

function createDiscardedRequest(): DiscardedRequest {
  let last: RunningRequest | null = null
  return {
    keep(request) {
      last?.stop()
      last = request
      request?.discard()
    },
    stop() {
      last?.stop()
      last = null
    },
  }
}

/** `onDone` is called when an answer is complete. */
function createTextTurn(
  options: TextSessionOptions,
  limits: TextLimits,
  report: SessionReport,
  requests: TextRequests,
  onDone: () => void,
): TextTurn {
  /** Everything of an older generation is ignored. */
  let generation = 0
  /** The one whose answer was shown last. */
  let shown = 0
  const halted = createDiscardedRequest()
  let request: RunningRequest | null = null
  let working = false
  let wanted: Wanted = 'answer'
  let tries: Tries = noTries
  let steps = 0
  const retry = createRetry(options.clock, limits, report, (mine) => void attempt(mine))

  function end(how: TextEnd): void {
    working = false
    request = null
    report.notify(() => options.onEnd(how))
  }

  function halt(): boolean {
    generation += 1
    retry.cancel()
    halted.keep(request)
    if (!working) return false
    end('stopped')
    return true
  }

  function fail(cause: SessionFailureCause, detail: string): void {
    generation += 1
    if (working) end('cut')
    report.show({ phase: 'failed', cause, detail })
  }

  async function attempt(mine: number): Promise<void> {
    const isCurrent = () => mine === generation
    try {
      const ended = await requests.send(wanted, tries, {
        isCurrent,
        onRunning(running) {
          request = running
        },
        onChunk(chunk) {
          if (!isCurrent()) return
          shown = mine
          report.ready()
          report.notify(() => options.onChunk(chunk))
        },
        // they would be taken for those of an answer that is shown since
        onCounts: (chunk) => shown <= mine && report.notify(() => options.onCounts?.(chunk)),
      })
      if (ended !== null) follow(ended)
    } catch (error) {
      if (isCurrent()) fail(error instanceof LiveSetupError ? error.failureCause : 'internal', describe(error))
    }
  }

  function follow({ verdict, running, apiKey }: EndedRequest): void {
    switch (verdict.next) {
      case 'calls':
        requests.toolsAnswered()
        running.release()
        end('calls')
        return
      case 'done':
        if (historyForm(tries) !== 'verbatim') requests.signaturesRefused()
        requests.toolsAnswered()
        running.release()
        report.ready()
        end('done')
        onDone()
        return
      case 'again':
        tries = verdict.tries
        request = null
        retry.wait(verdict, tries.failed, generation)
        return
      case 'fail':
        fail(verdict.cause, redact(verdict.detail, [apiKey]))
        return
      default:
        assertNever(verdict, 'verdict')
    }
  }

  return {
    isWorking: () => working,
    begin(next, isFirstStep) {
      halt()
      wanted = next
      tries = noTries
      steps = isFirstStep ? 1 : steps + 1
      working = true
      report.ready()
      if (steps > limits.steps) fail('service-failed', `the model called tools ${limits.steps} times in one turn`)
      else void attempt(generation)
    },
    halt,
    disconnect: halted.stop,
  }
}

/** So long the news of a call that ended late wait for that of others. */
const NEWS_DELAY_MS = 100

/** The text session: answers the user's input and the ends of calls. Starts off. */
export function createTextSession(options: TextSessionOptions): TextSession {
  const limits: TextLimits = { ...textLimits, ...options.limits }
  const report = createSessionReport(options)
  const requests = createTextRequests(options, limits, report)
  const turn = createTextTurn(options, limits, report, requests, sendNews)
  let wanted: Wanted = 'answer'
  let newsWaits = false
  let newsTimer: Timer | null = null
  let owed = false

  function stopNewsTimer(): void {
    newsTimer?.cancel()
    newsTimer = null
  }

  function begin(next: Wanted, isFirstStep: boolean): void {
    owed = false
    wanted = next
    stopNewsTimer()
    if (next === 'news') newsWaits = false
    turn.begin(next, isFirstStep)
  }

  /** Calls that end together, for example because their time is over, are reported together. */
  function sendNews(): void {
    if (!newsWaits || turn.isWorking()) return
    newsTimer ??= options.clock.after(NEWS_DELAY_MS, () => begin('news', true))
  }

  function callEnded({ toolCallId, response, picture }: ToolAnswer): void {
    if (toolCallId === undefined) return
    requests.addAnswer(toolCallId, { response, picture })
    const next = afterCall(options.history().messages, toolCallId)
    if (next === 'continue' && !turn.isWorking()) begin('answer', false)
    if (next === 'late') newsWaits = true
    if (report.state().phase !== 'failed') sendNews()
  }

  function again(): boolean {
    if (!options.history().messages.some(({ role }) => role === 'user')) return false
    begin(wanted, true)
    return true
  }

  function leave(): Promise<void> {
    owed = turn.isWorking() || report.state().phase === 'failed'
    stopNewsTimer()
    turn.halt()
    turn.disconnect()
    report.show({ phase: 'off' })
    return Promise.resolve()
  }

  return {
    start() {
      if (report.state().phase === 'off') report.ready()
    },
    retry() {
      const { phase } = report.state()
      if (owed || phase === 'failed' || phase === 'reconnecting') again()
      else if (phase === 'off') report.ready()
      sendNews()
    },
    stop() {
      const left = leave()
      owed = false
      return left
    },
    leave,
    owesAnswer: () => owed,
    sendText: () => begin('answer', true),
    askAgain() {
      wanted = 'answer'
      return again()
    },
    sendToolResponses: (responses) => responses.forEach(callEnded),
    interrupt() {
      if (!turn.halt()) return false
      report.ready()
      return true
    },
    state: report.state,
  }
}

function describe(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error))
}
