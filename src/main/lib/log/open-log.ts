import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { Clock } from '../../../shared/lib/clock'
import { logLine, type Private } from './log-line'
import type { Facts, Logger, LogLevel } from './logger'

/** What the log needs of the world. */
export interface LogOptions extends Private {
  /** where `parley.log` and its predecessor `parley.old.log` stand; made if missing */
  readonly folder: string
  readonly clock: Clock
}

/** Size in bytes at which a log is put aside for a new one: with its predecessor the log takes twice as much. */
export const LARGEST_LOG = 1024 * 1024

/** Opens the log file. A disk that is full or closed to us costs the lines, never the app. */
export function openLog(options: LogOptions): Logger {
  const { folder, clock } = options
  const sink = electronLog.create({ logId: `parley:${folder}` })
  // else the library looks for a package.json around the folder that Parley was started in, and writes nothing where there is none
  sink.transports.file.setAppName('parley')
  // the library writes to the console about a file that it can't write, path and all; the first logger of the process does so for all
  for (const logger of [electronLog, sink]) logger.transports.console.writeFn = () => {}
  sink.transports.console.level = false
  sink.transports.file.level = 'info'
  sink.transports.file.resolvePathFn = () => join(folder, 'parley.log')
  sink.transports.file.maxSize = LARGEST_LOG
  sink.transports.file.format = '{text}'
  makeFolder(folder)
  sink.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }

  const write =
    (level: LogLevel) =>
    (event: string, facts: Facts = {}) => {
      try {
        sink[level](logLine(clock.now(), level, event, facts, options))
      } catch {
        // there is nowhere left to tell it
      }
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** Only for the user: the library would make it as open as the process allows. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // a log that can't be written loses only its lines
  }
}
