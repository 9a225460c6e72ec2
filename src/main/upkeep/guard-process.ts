import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../shared/lib/clock'
import { logLine, type Private } from '../log/log-line'
import { asFact, type Logger } from '../log/logger'
import { crashFolder } from './crash-reports'

/** What the guard needs of the process; the process itself outside tests. */
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

/**
 * An error that nobody caught is written to the log and beside the other crash reports, and ends the app: what was said is in the
 * store, and an app in a state that nobody thought of must not go on with tools in its hands. A promise that nobody waited for is
 * written to the log.
 */
export function guardProcess(options: GuardOptions): void {
  const { process, userDataFolder, clock, log } = options
  process.on('unhandledRejection', (error) => log().error('a failure that nobody waited for', { error: asFact(error) }))
  process.on('uncaughtException', (error) => {
    log().error('crashed', { error: asFact(error) })
    try {
      const at = clock.now()
      const folder = crashFolder(userDataFolder)
      mkdirSync(folder, { recursive: true })
      const name = `main-${new Date(at).toISOString().replaceAll(':', '-')}.txt`
      writeFileSync(join(folder, name), `${logLine(at, 'error', 'crashed', { error: asFact(error) }, options)}\n`, { mode: 0o600 })
    } catch {
      // the log was the better place anyhow
    }
    process.exit(1)
  })
}
