import { LiveSetupError } from '../live/live-setup'
import { createFileParts } from './file-parts'
import { type RunningRequest, runRequest } from './run-request'
import type { SessionReport } from './session-report'
import { textCapabilities } from './text-capabilities'
import { callsEnded, goOn, textContents, unanswered } from './text-contents'
import type { CallAnswer, TextHistory } from './text-history'
import type { TextLimits } from './text-limits'
import { decide, historyForm, type Tries, type Verdict } from './text-machine'
import type { TextSessionOptions } from './text-session-options'

/** The purpose of a request: an answer to the last input (and later events), or news of an older call. */
export type Wanted = 'answer' | 'news'

/** A request as the turn follows it. */
export interface RequestFollower {
  /** Whether the request is still wanted: the turn may end while it is prepared. */
  isCurrent(): boolean
  onRunning(request: RunningRequest): void
  onChunk(chunk: object): void
  onCounts(chunk: object): void
}

/** A request that ended by itself. */
export interface EndedRequest {
  readonly running: RunningRequest
  readonly verdict: Verdict
  readonly apiKey: string
}

/** Sends requests with the whole conversation. */
export interface TextRequests {
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

/** Creates the requests of one session: no result of a call is known yet. */
export function createTextRequests(options: TextSessionOptions, limits: TextLimits, report: SessionReport): TextRequests {
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
