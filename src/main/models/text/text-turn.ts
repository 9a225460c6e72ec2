import type { SessionFailureCause } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { redact } from '../../../shared/text/redact'
import { LiveSetupError } from '../live/live-setup'
import type { RunningRequest } from './run-request'
import { describe, type SessionReport } from './session-report'
import type { TextLimits } from './text-limits'
import { historyForm, noTries, type Tries, type Verdict } from './text-machine'
import type { EndedRequest, TextRequests, Wanted } from './text-requests'
import type { TextEnd, TextSessionOptions } from './text-session-options'

/** The answer that is being generated: one request after another, as the machine decides. */
export interface TextTurn {
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

/** Creates a turn in which nothing runs. `onDone` is called when an answer is complete. */
export function createTextTurn(
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
