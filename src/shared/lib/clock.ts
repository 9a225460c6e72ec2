/** A timer that can be cancelled. */
export interface Timer {
  cancel(): void
}

/** The only source of time in the code base. Times are milliseconds since the Unix epoch, durations milliseconds. */
export interface Clock {
  now(): number
  /** Runs `task` once after `delayMs`, unless cancelled before. */
  after(delayMs: number, task: () => void): Timer
}
