import type { Clock } from '../../../shared/lib/clock'
import { chunkFacts } from './chunk-facts'
import { type Patience, patience } from './patience'
import { readTextFailure } from './text-failure'
import type { TextLimits } from './text-limits'
import type { RequestEnd } from './text-machine'

/** What one request is run with. */
export interface RequestRun {
  readonly clock: Clock
  readonly limits: TextLimits
  /** Begins the request; resolves once it is on its way, however long what it needs takes. */
  open(signal: AbortSignal): Promise<AsyncIterable<object>>
  /** A chunk that may be shown now. */
  show(chunk: object): void
}

/** A running request. */
export interface RunningRequest {
  /** How it ended; null when it was stopped. Never rejects. */
  readonly end: Promise<RequestEnd | null>
  /** Shows what was held back because it might not have been the answer. */
  release(): void
  stop(): void
}

/**
 * Runs one request. Until some of the answer is there, only thoughts are shown and the rest is held back: a request that
 * ends without having said anything can be made again without a trace.
 */
export function runRequest({ clock, limits, open, show }: RequestRun): RunningRequest {
  const abort = new AbortController()
  const held: object[] = []
  let visible = false
  let calls = 0
  let reason: string | null = null
  let blocked = false

  function release(): void {
    for (const chunk of held.splice(0)) show(chunk)
  }

  function take(chunk: object): void {
    const facts = chunkFacts(chunk)
    visible ||= facts.visible
    calls += facts.calls
    reason = facts.finishReason ?? reason
    blocked ||= facts.blocked
    const mayStand = visible || (facts.thinks && facts.finishReason === null && held.length === 0)
    if (mayStand) {
      release()
      show(chunk)
    } else held.push(chunk)
  }

  /** What was said goes before how it ended: a stream that breaks behind its finish reason has said everything. */
  function ended(otherwise: RequestEnd): RequestEnd {
    if (blocked) return { kind: 'blocked' }
    return reason === null ? otherwise : { kind: 'finished', reason, calls, visible }
  }

  async function run(): Promise<RequestEnd | null> {
    let silence: Patience | null = null
    try {
      const reader = (await open(abort.signal))[Symbol.asyncIterator]()
      abort.signal.throwIfAborted()
      silence = patience(clock, limits.firstChunkMs)
      for (;;) {
        const next = reader.next()
        // the loser of the race may still fail, and nobody waits for it then
        next.catch(() => undefined)
        const step = await Promise.race([next, silence.over])
        if (abort.signal.aborted) return null
        if (step === 'over') {
          abort.abort()
          return ended({ kind: 'stalled', visible })
        }
        if (step.done === true) return ended({ kind: 'cut', visible })
        silence.restart(limits.idleMs)
        take(step.value)
      }
    } catch (error) {
      return abort.signal.aborted ? null : ended({ kind: 'failed', failure: readTextFailure(error), visible })
    } finally {
      silence?.end()
    }
  }

  return { end: run(), release, stop: () => abort.abort() }
}
