import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { errorCode } from '../../lib/files'

/** ms after which `soon` flushes: one flush for all that was written meanwhile, beside nothing that waits for one. */
export const FLUSH_DELAY_MS = 100
/** ms after which a flush that failed is tried again. */
export const FLUSH_AGAIN_MS = 5000

/** Brings a file to the disk. Both throw the system's errors; a file that is not there counts as brought. */
export interface FileFlush {
  flush(file: string): Promise<void>
  /** Waits for the disk. */
  flushNow(file: string): void
}

/** The computer's disk. */
export const diskFlush: FileFlush = {
  async flush(path) {
    const file = await open(path, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  },
  flushNow(path) {
    const file = openSync(path, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  },
}

/** Dependencies of a flusher. */
export interface LogFlusherOptions {
  readonly clock: Clock
  readonly disk: FileFlush
  /** A flush failed with this code of the system, for example `EIO`; null: one succeeded after others that failed. */
  onFlush(failure: string | null): void
}

/** Brings a log to the disk, later than it was written. */
export interface LogFlusher {
  /** Within `FLUSH_DELAY_MS`, without waiting for it. What fails is tried again until it succeeds. */
  soon(): void
  /** What is not flushed yet is flushed now; then no more. */
  close(): void
}

/** Creates the flusher of one log; nothing waits. */
export function createLogFlusher(log: string, { clock, disk, onFlush }: LogFlusherOptions): LogFlusher {
  let timer: Timer | null = null
  let running = 0
  let hasFailed = false
  let isClosed = false

  function ended(error: unknown): void {
    const failure = error === null ? null : errorCode(error)
    // where there is no log, everything is in the database already
    if (failure === null || failure === 'ENOENT') {
      if (hasFailed) onFlush(null)
      hasFailed = false
      return
    }
    if (!hasFailed) onFlush(failure)
    hasFailed = true
    if (!isClosed) timer ??= clock.after(FLUSH_AGAIN_MS, start)
  }

  function start(): void {
    // what is written from now on needs a flush of its own
    timer = null
    running += 1
    void disk
      .flush(log)
      .then(
        () => null,
        (error: unknown) => error,
      )
      .then((error) => {
        running -= 1
        // the close has flushed it, and said how that went
        if (!isClosed) ended(error)
      })
  }

  return {
    soon() {
      if (!isClosed) timer ??= clock.after(FLUSH_DELAY_MS, start)
    },
    close() {
      if (isClosed) return
      isClosed = true
      timer?.cancel()
      if (timer === null && running === 0) return
      try {
        disk.flushNow(log)
        ended(null)
      } catch (error) {
        ended(error)
      }
    },
  }
}
