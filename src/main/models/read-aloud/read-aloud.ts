import type { EventPayload } from '../../../shared/ipc/contract'
import { type Reading, type ReadingCause, readingCauseSchema } from '../../../shared/ipc/reading'
import type { Clock } from '../../../shared/lib/clock'
import { PcmCounter } from '../../../shared/protocol/pcm-counter'
import { UsageTally } from '../../../shared/protocol/usage-tally'
import { addUsage, noTokens, type TokenUsage, tokenUsageOf } from '../../../shared/usage/token-usage'
import { backoffDelay } from '../live/backoff'
import { type RunningRequest, runRequest } from '../text/run-request'
import type { TextConnector } from '../text/text-connector'
import type { TextLimits } from '../text/text-limits'
import type { RequestEnd } from '../text/text-machine'
import { cutForSpeech } from './cut-for-speech'
import { soundOfChunk, usageOfChunk } from './speech-chunk'
import { type SpeechSetup, speechRequest } from './speech-request'

/** Dependencies of the reader. */
export interface ReadAloudOptions {
  readonly connector: Pick<TextConnector, 'stream'>
  readonly clock: Clock
  readonly limits: TextLimits
  newTurnId(): string
  random(): number
  setup(): SpeechSetup
  /** The first sound of a reading arrived. */
  onBegin(turnId: string): void
  onSound(sound: Omit<EventPayload<'playback.pcm'>, 'conversationId'>): void
  /** All its sound was sent. */
  onEnd(turnId: string): void
  onState(reading: Reading | null): void
  /** An internal error, in one line. */
  onFault(detail: string): void
  /** Tokens used so far by the requests of this turn. */
  onUsage(turnId: string, model: string, took: TokenUsage): void
}

/** Whole sound that is there already: s16le mono. */
export interface WholeSound {
  readonly sampleRate: number
  readonly pcm: Uint8Array
}

/** Reads written answers aloud, and plays what the user said, one at a time. */
export interface ReadAloud {
  /** Reads this answer; one that is being read is ended first. */
  start(messageId: string, markdown: string): void
  /** Plays the sound of this message, in place of whatever is read or played. */
  play(messageId: string, sound: WholeSound): void
  /** Ends the reading. Gives the turn of its sound, or null where nothing is read. */
  stop(): string | null
  /** The page has played this much of a turn. False if the turn belongs to no reading. */
  played(turnId: string, samples: number, done: boolean): boolean
}

interface Running {
  readonly messageId: string
  readonly turnId: string
  readonly counter: PcmCounter
  rate: number
  played: number
  stopped: boolean
  request: RunningRequest | null
  /** Called when the reading may continue, because more was played, or when it ended. */
  wake: () => void
  failure: ReadingCause | null
  took: TokenUsage
}

/** How much unplayed sound may wait before more is requested, because sound that is never heard should not be paid for. In seconds. */
const SECONDS_AHEAD = 20
/** How often a request that failed, or ended without sound, is repeated. */
const TRIES = 2

/** Reads one text. Null if it was read or the reading was stopped. */
type ReadText = (running: Running, setup: SpeechSetup, words: string) => Promise<ReadingCause | null>

function createReadText(options: ReadAloudOptions): ReadText {
  function take(running: Running, chunk: object): void {
    for (const { data, sampleRate } of soundOfChunk(chunk)) {
      const isFirst = running.counter.samples === 0
      const { chunk: whole, startSample } = running.counter.take(data, sampleRate)
      if (whole === '') continue
      running.rate = sampleRate
      if (isFirst) {
        options.onBegin(running.turnId)
        options.onState({ messageId: running.messageId, phase: 'speaking' })
      }
      options.onSound({ turnId: running.turnId, sampleRate, startSample, pcm: new Uint8Array(Buffer.from(whole, 'base64')) })
    }
  }

  function count(running: Running, model: string, tally: UsageTally): void {
    const took = tokenUsageOf(tally.toJson())
    if (took === null) return
    running.took = addUsage(running.took, took)
    options.onUsage(running.turnId, model, running.took)
  }

  /** Makes one request. Null: it was stopped. `sounded`: it produced sound. */
  async function request(running: Running, setup: SpeechSetup, words: string): Promise<{ end: RequestEnd; sounded: boolean } | null> {
    const { address } = setup
    if (address === null) return null
    const before = running.counter.samples
    const tally = new UsageTally()
    running.request = runRequest({
      clock: options.clock,
      limits: options.limits,
      open: (signal) => Promise.resolve(options.connector.stream(address, speechRequest(setup, words), signal)),
      show(chunk) {
        tally.take(usageOfChunk(chunk))
        take(running, chunk)
      },
    })
    const ended = await running.request.end
    running.request.release()
    count(running, setup.model, tally)
    return ended === null || running.stopped ? null : { end: ended, sounded: running.counter.samples > before }
  }

  return async (running, setup, words) => {
    for (let tries = 0; ; tries += 1) {
      const result = await request(running, setup, words)
      if (result === null) return null
      const verdict = afterRequest(result.end, result.sounded)
      if (verdict === null) return null
      if (!verdict.again || result.sounded || tries === TRIES) return verdict.failure
      await new Promise<void>((resolve) => {
        running.wake = resolve
        options.clock.after(backoffDelay(tries + 1, options.random(), options.limits), resolve)
      })
      if (running.stopped) return null
    }
  }
}

/** Resolves when so little unplayed sound is left that more may be requested, or when the reading ended. */
async function room(running: Running): Promise<void> {
  while (!running.stopped && running.counter.samples - running.played > SECONDS_AHEAD * running.rate) {
    await new Promise<void>((resolve) => {
      running.wake = resolve
    })
  }
}

/** Creates a reader that is idle. */
export function createReadAloud(options: ReadAloudOptions): ReadAloud {
  const readText = createReadText(options)
  const turnIds = new Set<string>()
  let current: Running | null = null

  function end(running: Running, failure: ReadingCause | null): void {
    if (running.stopped) return
    running.stopped = true
    running.request?.stop()
    running.wake()
    if (current === running) current = null
    options.onState(failure === null ? null : { messageId: running.messageId, phase: 'failed', cause: failure })
  }

  /** A failure in the middle is reported after the sound before it was heard. */
  function fail(running: Running, failure: ReadingCause): void {
    running.failure = failure
    if (running.counter.samples === 0) end(running, failure)
    else options.onEnd(running.turnId)
  }

  async function read(running: Running, markdown: string): Promise<void> {
    const setup = options.setup()
    if (setup.address === null) {
      end(running, 'key-missing')
      return
    }
    // the parser is loaded when it is first needed
    const { speakableText } = await import('./speakable-text')
    const texts = cutForSpeech(speakableText(markdown))
    if (texts.length === 0) {
      end(running, 'no-words')
      return
    }
    for (const words of texts) {
      await room(running)
      if (current !== running) return
      const failure = await readText(running, setup, words)
      if (failure !== null) {
        fail(running, failure)
        return
      }
    }
    if (current === running) options.onEnd(running.turnId)
  }

  function stop(): string | null {
    if (current === null) return null
    const { turnId } = current
    end(current, null)
    return turnId
  }

  function begin(messageId: string): Running {
    stop()
    const turnId = options.newTurnId()
    turnIds.add(turnId)
    const wake = () => undefined
    current = {
      ...{ messageId, turnId, counter: new PcmCounter(), rate: 24_000, played: 0 },
      ...{ stopped: false, request: null, wake, failure: null, took: noTokens },
    }
    return current
  }

  return {
    start(messageId, markdown) {
      const running = begin(messageId)
      options.onState({ messageId, phase: 'loading' })
      read(running, markdown).catch((error: unknown) => {
        options.onFault(String(error))
        end(running, 'failed')
      })
    },
    play(messageId, { sampleRate, pcm }) {
      const { turnId } = begin(messageId)
      options.onState({ messageId, phase: 'speaking' })
      for (let startSample = 0; startSample * 2 < pcm.byteLength; startSample += sampleRate) {
        const second = pcm.slice(startSample * 2, (startSample + sampleRate) * 2)
        options.onSound({ turnId, sampleRate, startSample, pcm: second })
      }
      options.onEnd(turnId)
    },
    stop,
    played(turnId, samples, done) {
      if (current?.turnId === turnId) {
        current.played = samples
        current.wake()
        if (done) end(current, current.failure)
      }
      return turnIds.has(turnId)
    },
  }
}

/** The result of a request: null if everything was read, otherwise the failure and whether a retry may work. */
function afterRequest(ended: RequestEnd, sounded: boolean): { readonly failure: ReadingCause; readonly again: boolean } | null {
  switch (ended.kind) {
    case 'finished':
      if (sounded && ended.reason === 'STOP') return null
      // a speech model sometimes writes instead of speaking
      return { failure: sounded ? 'cut-off' : 'no-sound', again: ended.reason === 'STOP' || ended.reason === 'OTHER' }
    case 'blocked':
      return { failure: 'no-sound', again: false }
    case 'cut':
      return { failure: sounded ? 'cut-off' : 'unreachable', again: true }
    case 'stalled':
      return { failure: 'timeout', again: true }
    case 'failed':
      return { failure: readingCauseSchema.safeParse(ended.failure.cause).data ?? 'failed', again: ended.failure.kind === 'passing' }
  }
}
