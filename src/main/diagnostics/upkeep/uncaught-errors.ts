import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../shared/lib/clock'
import { logLine, type Private, privateText } from '../../lib/log/log-line'
import { asFact, type Logger } from '../../lib/log/logger'
import { crashFolder } from './crash-report-list'

/** Dependencies of the guard; the process itself outside tests. */
export interface GuardedProcess {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
  exit(code: number): unknown
}

export interface GuardOptions extends Private {
  readonly process: GuardedProcess
  readonly userDataFolder: string
  readonly clock: Clock
  log(): Logger
}

/** What else ends the app for good. */
export interface ProcessGuard {
  /**
   * Handles a failed start: writes it down like a crash, `tell` informs the user without private details, and the process exits with
   * code 1.
   */
  startFailed(error: unknown, tell: (reason: string) => void): void
}

/**
 * Writes an uncaught error to the log and the crash reports, and ends the app: conversations are stored, and an app in an unknown
 * state must not continue to run tools. An unhandled rejection is only logged.
 */
export function guardProcess(options: GuardOptions): ProcessGuard {
  const { process, userDataFolder, clock, log } = options
  const writeDown = (event: string, error: unknown): void => {
    log().error(event, { error: asFact(error) })
    try {
      const at = clock.now()
      const folder = crashFolder(userDataFolder)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const name = `main-${new Date(at).toISOString().replaceAll(':', '-')}.txt`
      writeFileSync(join(folder, name), `${logLine(at, 'error', event, { error: asFact(error) }, options)}\n`, { mode: 0o600 })
    } catch {
      // the log was the better place anyway
    }
  }
  process.on('unhandledRejection', (error) => log().error('a failure that nobody waited for', { error: asFact(error) }))
  process.on('uncaughtException', (error) => {
    writeDown('crashed', error)
    process.exit(1)
  })
  return {
    startFailed(error, tell) {
      writeDown('start failed', error)
      try {
        tell(privateText(String(error), options))
      } finally {
        process.exit(1)
      }
    },
  }
}
