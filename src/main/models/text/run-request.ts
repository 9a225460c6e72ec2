import type { Clock, Timer } from '../../../shared/lib/clock'
import { asFields, asList, asName, type Fields, isFields } from '../../../shared/protocol/gemini'
import { type GeminiPart, partsOf } from '../../../shared/protocol/gemini-part'
import { finishReasonOf } from '../../../shared/protocol/text-reader'
import { readTextFailure } from './text-failure'
import type { TextLimits } from './text-limits'
import type { RequestEnd } from './text-machine'

/** What the session itself reads in a chunk; the converter reads the rest. */
interface ChunkFacts {
  /** It shows part of the answer: text, a call, code, a file. */
  readonly visible: boolean
  /** It contains thoughts. */
  readonly thinks: boolean
  readonly calls: number
  readonly finishReason: string | null
  /** The prompt was refused. */
  readonly blocked: boolean
}

/** Reads one chunk of `generateContentStream` of unknown shape (live-spec §5). */
function chunkFacts(chunk: unknown): ChunkFacts {
  const fields: Fields = isFields(chunk) ? chunk : {}
  const candidate = asFields(asList(fields.candidates)[0]) ?? {}
  const parts = partsOf(candidate.content).map(({ part }) => part)
  const isThought = (part: GeminiPart) =>
    part.kind === 'text' ? part.thought && part.text !== '' : (part.kind === 'inline' || part.kind === 'file') && part.thought
  const isShown = (part: GeminiPart) =>
    part.kind === 'text'
      ? !part.thought && part.text !== ''
      : ['call', 'code', 'code-result', 'inline', 'file'].includes(part.kind) && !isThought(part)
  const blockReason = asName(asFields(fields.promptFeedback)?.blockReason)
  return {
    visible: parts.some(isShown),
    thinks: parts.some(isThought),
    calls: parts.filter(({ kind }) => kind === 'call').length,
    finishReason: finishReasonOf(candidate) ?? null,
    blocked: blockReason !== undefined && blockReason !== 'BLOCKED_REASON_UNSPECIFIED',
  }
}

/** What a chunk says of tokens, as a chunk of its own; null if it says nothing. */
function countsOf(chunk: object): object | null {
  if (!isFields(chunk)) return null
  const { usageMetadata, responseId } = chunk
  return asFields(usageMetadata) === undefined ? null : { usageMetadata, ...(responseId !== undefined && { responseId }) }
}

/** A timeout that can be restarted. */
interface IdleTimeout {
  /** Resolves when the time is up; never if it was ended before. */
  readonly over: Promise<'over'>
  /** Restarts the timeout. */
  restart(milliseconds: number): void
  end(): void
}

/** Starts a timeout. */
function idleTimeout(clock: Clock, milliseconds: number): IdleTimeout {
  let giveUp: (over: 'over') => void = () => undefined
  const over = new Promise<'over'>((resolve) => {
    giveUp = resolve
  })
  let timer = clock.after(milliseconds, () => giveUp('over'))
  return {
    over,
    restart(next) {
      timer.cancel()
      timer = clock.after(next, () => giveUp('over'))
    },
    end: () => timer.cancel(),
  }
}

/** Dependencies of one request. */
export interface RequestRun {
  readonly clock: Clock
  readonly limits: TextLimits
  /** Sends the request; resolves once it is on its way, however long its preparation takes. */
  open(signal: AbortSignal): Promise<AsyncIterable<object>>
  /** A chunk that may be shown now. */
  show(chunk: object): void
  /** The counts of a chunk that is not shown because the request was discarded: a chunk with nothing else. */
  count?(chunk: object): void
}

/** A running request. */
export interface RunningRequest {
  /** How the request ended; null if it was stopped. Never rejects. */
  readonly end: Promise<RequestEnd | null>
  /** Shows chunks held back because they might not belong to the answer. */
  release(): void
  /**
   * Nothing more is shown. The request is stopped as soon as it has said what it took so far, or after a moment; at once if nothing of
   * its answer has arrived.
   */
  discard(): void
  stop(): void
}

/**
 * Runs one request. Until part of the answer arrives, only thoughts are shown and the rest is held back, so that a request without an
 * answer can be repeated without a trace.
 */
export function runRequest({ clock, limits, open, show, count }: RequestRun): RunningRequest {
  const abort = new AbortController()
  const held: object[] = []
  let visible = false
  let calls = 0
  let reason: string | null = null
  let wentOn = false
  let blocked = false
  let began = false
  let discarded = false
  let lastMoment: Timer | null = null

  function release(): void {
    for (const chunk of held.splice(0)) show(chunk)
  }

  function take(chunk: object): void {
    const facts = chunkFacts(chunk)
    began = true
    visible ||= facts.visible
    calls += facts.calls
    reason = facts.finishReason ?? reason
    wentOn = facts.finishReason === null && (wentOn || facts.visible || facts.thinks)
    blocked ||= facts.blocked
    const mayShow = visible || (facts.thinks && facts.finishReason === null && held.length === 0)
    if (mayShow) {
      release()
      show(chunk)
    } else held.push(chunk)
  }

  /** Returns whether there were counts in it. */
  function countAlone(chunk: object): boolean {
    const counts = countsOf(chunk)
    if (counts !== null) count?.(counts)
    return counts !== null
  }

  function discard(): void {
    discarded = true
    for (const chunk of held.splice(0)) countAlone(chunk)
    if (began) lastMoment ??= clock.after(limits.lateCountsMs, () => abort.abort())
    else abort.abort()
  }

  /**
   * What was said goes before how it ended: a stream that breaks behind its finish reason has said everything, unless more came
   * behind that reason.
   */
  function ended(otherwise: RequestEnd): RequestEnd {
    if (blocked) return { kind: 'blocked' }
    const brokeOff = otherwise.kind !== 'cut' && wentOn
    return reason === null || brokeOff ? otherwise : { kind: 'finished', reason, calls, visible }
  }

  async function run(): Promise<RequestEnd | null> {
    let silence: IdleTimeout | null = null
    try {
      const reader = (await open(abort.signal))[Symbol.asyncIterator]()
      abort.signal.throwIfAborted()
      silence = idleTimeout(clock, limits.firstChunkMs)
      for (;;) {
        const next = reader.next()
        // the loser of the race may still fail, and nobody awaits it then
        next.catch(() => undefined)
        const step = await Promise.race([next, silence.over])
        if (abort.signal.aborted) return null
        if (discarded) {
          if (step !== 'over' && step.done !== true && !countAlone(step.value)) continue
          abort.abort()
          return null
        }
        if (step === 'over') {
          abort.abort()
          return ended({ kind: 'stalled', visible })
        }
        if (step.done === true) return ended({ kind: 'cut', visible })
        silence.restart(limits.idleMs)
        take(step.value)
      }
    } catch (error) {
      return abort.signal.aborted || discarded ? null : ended({ kind: 'failed', failure: readTextFailure(error), visible })
    } finally {
      silence?.end()
      lastMoment?.cancel()
    }
  }

  return { end: run(), release, discard, stop: () => abort.abort() }
}
