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

/** The text session: runs one request after another, as the machine decides. Starts off. */
export function createTextSession(options: TextSessionOptions): TextSession {
  const limits: TextLimits = { ...textLimits, ...options.limits }
  const answers = new Map<string, CallAnswer>()
  const files = createFileParts({ fileOf: options.fileOf ?? (() => null), connector: options.connector, now: options.clock.now })
  /** Answers whose signatures the service refused: from then on they are sent as text. */
  let refused: ReadonlySet<string> = new Set()
  let shown: SessionState = { phase: 'off' }
  /** Everything of an older generation is ignored. */
  let generation = 0
  let request: RunningRequest | null = null
  let retryTimer: Timer | null = null
  let working = false
  let wanted: Wanted = 'answer'
  let tries: Tries = noTries
  let steps = 0
  let newsWaits = false
  let owed = false
  /** The current request should have tools and has them. */
  let hasTools = true

  function show(state: SessionState): void {
    if (JSON.stringify(state) === JSON.stringify(shown)) return
    shown = state
    tell(() => options.onState(state))
  }

  function ready(): void {
    if (shown.phase !== 'ready') show({ phase: 'ready', since: options.clock.now() })
  }

  function tell(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      options.onFault(describe(error))
    }
  }

  function end(how: TextEnd): void {
    working = false
    request = null
    tell(() => options.onEnd(how))
  }

  /** Stops the current work. True if there was any. */
  function halt(): boolean {
    generation += 1
    retryTimer?.cancel()
    retryTimer = null
    request?.stop()
    if (!working) return false
    end('stopped')
    return true
  }

  function begin(next: Wanted, isFirstStep: boolean): void {
    halt()
    owed = false
    wanted = next
    tries = noTries
    steps = isFirstStep ? 1 : steps + 1
    if (next === 'news') newsWaits = false
    working = true
    ready()
    if (steps > limits.steps) fail('protocol', `the model called tools ${limits.steps} times in one turn`)
    else void attempt(generation)
  }

  async function attempt(mine: number): Promise<void> {
    try {
      const setup = await options.setup()
      if (mine !== generation) return
      const apiKey = setup.apiKey?.trim() ?? ''
      if (apiKey === '') throw new LiveSetupError('key-missing', 'no API key is set')
      const capabilities = textCapabilities(setup.model, setup.pictures)
      const told = contents(capabilities.pictures)
      const { minimal } = tries
      hasTools = capabilities.tools && !minimal
      if (!hasTools && setup.tools.length > 0) tell(() => options.onToolsOff?.(true))
      const running = runRequest({
        clock: options.clock,
        // nothing arrives between the first text and the picture that follows it
        limits: capabilities.pictures ? { ...limits, idleMs: limits.firstChunkMs } : limits,
        async open(signal) {
          const address = { apiKey, baseUrl: setup.baseUrl }
          // uses types of the client library, which is large
          const { textRequest } = await import('./text-request')
          const asked = textRequest(setup, await files.fill(told, address, signal), minimal)
          return options.connector.stream(address, asked, signal)
        },
        show(chunk) {
          if (mine !== generation) return
          ready()
          tell(() => options.onChunk(chunk))
        },
      })
      request = running
      const ended = await running.end
      if (ended === null || mine !== generation) return
      follow(decide(tries, ended, { random: options.random(), limits }), running, apiKey)
    } catch (error) {
      if (mine === generation) fail(error instanceof LiveSetupError ? error.failureCause : 'internal', describe(error))
    }
  }

  function contents(forPictures: boolean) {
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

  function follow(verdict: Verdict, running: RunningRequest, apiKey: string): void {
    switch (verdict.next) {
      case 'calls':
        toolsAnswered()
        running.release()
        end('calls')
        return
      case 'done':
        rememberRefusals()
        toolsAnswered()
        running.release()
        ready()
        end('done')
        if (newsWaits && !working) begin('news', true)
        return
      case 'again':
        tries = verdict.tries
        request = null
        waitAndTry(verdict)
        return
      case 'fail':
        fail(verdict.cause, redact(verdict.detail, [apiKey]))
        return
      default:
        assertNever(verdict, 'verdict')
    }
  }

  function waitAndTry({ delayMs, announced }: Extract<Verdict, { next: 'again' }>): void {
    const mine = generation
    const { failed: count } = tries
    const now = options.clock.now()
    if (announced) show({ phase: 'reconnecting', attempt: count, of: limits.tries, nextTryAt: now + delayMs })
    retryTimer = options.clock.after(delayMs, () => {
      retryTimer = null
      if (announced) show({ phase: 'connecting', since: options.clock.now(), again: { attempt: count, of: limits.tries } })
      void attempt(mine)
    })
  }

  /** A request with its tools was answered: the tools are available. */
  function toolsAnswered(): void {
    if (hasTools) tell(() => options.onToolsOff?.(false))
  }

  function rememberRefusals(): void {
    if (historyForm(tries) === 'verbatim') return
    refused = new Set(options.history().messages.map(({ id }) => id))
  }

  function fail(cause: SessionFailureCause, detail: string): void {
    const wasWorking = working
    generation += 1
    if (wasWorking) end('cut')
    show({ phase: 'failed', cause, detail })
  }

  function callEnded({ toolCallId, response, picture }: ToolAnswer): void {
    if (toolCallId === undefined) return
    answers.set(toolCallId, { response, picture })
    const next = afterCall(options.history().messages, toolCallId)
    if (next === 'continue' && !working) begin('answer', false)
    if (next === 'late') newsWaits = true
    if (newsWaits && !working && shown.phase !== 'failed') begin('news', true)
  }

  function again(): boolean {
    if (!options.history().messages.some(({ role }) => role === 'user')) return false
    begin(wanted, true)
    return true
  }

  function leave(): Promise<void> {
    owed = working || shown.phase === 'failed'
    halt()
    show({ phase: 'off' })
    return Promise.resolve()
  }

  return {
    start() {
      if (shown.phase === 'off') ready()
    },
    retry() {
      if (owed || shown.phase === 'failed' || shown.phase === 'reconnecting') again()
      else if (shown.phase === 'off') ready()
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
      if (!halt()) return false
      ready()
      return true
    },
    state: () => shown,
  }
}

function describe(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error))
}
