import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

const timerRowSchema = z.object({
  timerId: z.string(),
  toolCallId: z.string(),
  label: z.string(),
  setAt: z.number(),
  endsAt: z.number(),
  state: z.enum(['running', 'rang', 'cancelled']),
})
/** A timer. Times are ms since the epoch. */
export type StoredTimer = Readonly<z.infer<typeof timerRowSchema>>

/** The timers of this machine, including finished ones. */
export interface TimerTable {
  ofCall(toolCallId: string): StoredTimer | null
  /** the one that ends first at the head */
  running(): readonly StoredTimer[]
  /** On the disk on return: a promised timer must not be lost. */
  add(timer: Omit<StoredTimer, 'state'>): void
  /** False, without a change, if the timer is not running. */
  finish(timerId: string, state: 'rang' | 'cancelled'): boolean
}

export function timerTable(database: SqlDatabase): TimerTable {
  return {
    ofCall: (toolCallId) => database.first(timerRowSchema, 'SELECT * FROM timers WHERE toolCallId = ?', toolCallId),
    running: () => database.all(timerRowSchema, "SELECT * FROM timers WHERE state = 'running' ORDER BY endsAt, rowid"),
    add({ timerId, toolCallId, label, setAt, endsAt }) {
      database.durably(() => {
        database.run(
          "INSERT INTO timers (timerId, toolCallId, label, setAt, endsAt, state) VALUES (?, ?, ?, ?, ?, 'running')",
          timerId,
          toolCallId,
          label,
          setAt,
          endsAt,
        )
      })
    },
    finish: (timerId, state) =>
      database.durably(() => database.run("UPDATE timers SET state = ? WHERE timerId = ? AND state = 'running'", state, timerId) === 1),
  }
}
