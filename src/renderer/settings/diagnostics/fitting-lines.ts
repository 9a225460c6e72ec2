import type { LogEntry, LogLevel } from '../../../shared/diagnostics/diagnosis'

const GRAVITY: Readonly<Record<LogLevel, number>> = { info: 0, warn: 1, error: 2 }

/** The log lines that are at least this severe and contain all of the words, newest first. */
export function fittingLines(entries: readonly LogEntry[], level: LogLevel, wanted: string): readonly LogEntry[] {
  const terms = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '')
  return entries
    .filter((entry) => GRAVITY[entry.level] >= GRAVITY[level])
    .filter((entry) => {
      if (terms.length === 0) return true
      const text = `${entry.level} ${entry.event} ${JSON.stringify(entry.facts)}`.toLowerCase()
      return terms.every((term) => text.includes(term))
    })
    .reverse()
}
