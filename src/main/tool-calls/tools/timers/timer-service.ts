import type { Clock, Timer } from '../../../../shared/lib/clock'
import type { NewId } from '../../../../shared/lib/ids'
import { failure, type Result, success } from '../../../../shared/lib/result'
import { messageOf } from '../../../../shared/messages/message'
import type { StoredTimer, TimerTable } from '../../../storage/database/timer-table'

/** A timer that has ended. `late`: it ended while Parley was closed or the machine slept. */
export interface RungTimer {
  readonly label: string
  readonly endsAt: number
  readonly late: boolean
}

/** Dependencies of the service. */
export interface TimerServiceOptions {
  readonly table: TimerTable
  readonly clock: Clock
  readonly newId: NewId
  /** Announces the timer. It counts as rung once this has returned, so it rings again after a crash before that. */
  ring(timer: RungTimer): void
  readonly report: (error: unknown) => void
}

/** The timers that a caller can see. */
export type TimerScope = (timer: StoredTimer) => boolean

const everyTimer: TimerScope = () => true

/** The running timers. Labels identify them, regardless of case and width. */
export interface TimerService {
  ofCall(toolCallId: string): StoredTimer | null
  running(scope?: TimerScope): readonly StoredTimer[]
  /** Sets a timer in seconds; refused if one with this label is running. A call sets one timer, however often it runs. */
  set(call: { readonly toolCallId: string; readonly label: string; readonly seconds: number }, scope?: TimerScope): Result<StoredTimer>
  cancel(label: string, scope?: TimerScope): Result<StoredTimer>
  /** Stops waiting; the timers continue at the next start. */
  close(): void
}

/** A timer announced later than this was missed. */
const LATE_MS = 5000
/** The system's timers stop while the machine sleeps: time that passed meanwhile, or a changed clock, is noticed this soon. */
const LONGEST_WAIT_MS = 10_000

/** Resumes the timers of earlier runs: those that ended meanwhile ring now. */
export function startTimerService({ table, clock, newId, ring, report }: TimerServiceOptions): TimerService {
  const waiting = new Map<string, Timer>()
  let closed = false

  function wait(timer: StoredTimer): void {
    const left = timer.endsAt - clock.now()
    waiting.set(
      timer.timerId,
      clock.after(Math.min(Math.max(0, left), LONGEST_WAIT_MS), () => due(timer)),
    )
  }

  function due(timer: StoredTimer): void {
    if (clock.now() < timer.endsAt) {
      wait(timer)
      return
    }
    waiting.delete(timer.timerId)
    try {
      ring({ label: timer.label, endsAt: timer.endsAt, late: clock.now() - timer.endsAt > LATE_MS })
      table.finish(timer.timerId, 'rang')
    } catch (error) {
      report(error)
    }
  }

  const named = (label: string, scope: TimerScope): StoredTimer | undefined =>
    table.running().find((timer) => keyOf(timer.label) === keyOf(label) && scope(timer))

  for (const timer of table.running()) wait(timer)

  return {
    ofCall: (toolCallId) => table.ofCall(toolCallId),
    running: (scope = everyTimer) => table.running().filter(scope),
    set({ toolCallId, label, seconds }, scope = everyTimer) {
      const earlier = table.ofCall(toolCallId)
      if (earlier !== null) return success(earlier)
      if (closed) return failure('closed', messageOf('parley-ending'))
      const other = named(label, scope)
      if (other !== undefined) {
        const until = new Date(other.endsAt).toISOString()
        return failure('label-taken', messageOf('timer-label-taken', { label: other.label, until }))
      }
      const now = clock.now()
      const timer = { timerId: newId('timer'), toolCallId, label, setAt: now, endsAt: now + seconds * 1000 }
      table.add(timer)
      const stored: StoredTimer = { ...timer, state: 'running' }
      wait(stored)
      return success(stored)
    },
    cancel(label, scope = everyTimer) {
      const timer = named(label, scope)
      if (timer === undefined || !table.finish(timer.timerId, 'cancelled')) {
        const labels = table
          .running()
          .filter(scope)
          .map((one) => one.label)
        const others = labels.length === 0 ? messageOf('timers-none') : messageOf('timers-running', { labels: labels.join(', ') })
        return failure('no-such-timer', messageOf('timer-unknown', { others }))
      }
      waiting.get(timer.timerId)?.cancel()
      waiting.delete(timer.timerId)
      return success({ ...timer, state: 'cancelled' })
    },
    close() {
      closed = true
      for (const timer of waiting.values()) timer.cancel()
      waiting.clear()
    },
  }
}

function keyOf(label: string): string {
  return label.normalize('NFKC').trim().toLowerCase()
}
