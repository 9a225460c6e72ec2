import { redact } from '../../../shared/text/redact'
import type { Facts, LogLevel } from './logger'

/** What must not stand in a log: secrets as they are now, and the home folder, which names the user. */
export interface Private {
  readonly homeFolder: string
  readonly secrets: () => readonly string[]
}

/** Longest value, in characters: a log is for events, not for contents. */
const LONGEST_VALUE = 2000

/** One event as one line of JSON, with everything private taken out. `at` is ms since the epoch. */
export function logLine(at: number, level: LogLevel, event: string, facts: Facts, known: Private): string {
  const entries = Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, clean(value, known)]]))
  return JSON.stringify({ at: new Date(at).toISOString(), level, event: cleanText(event, known), ...Object.fromEntries(entries) })
}

function clean(value: Exclude<Facts[string], undefined>, known: Private): string | number | boolean | null {
  if (value instanceof Error) return cleanText(describe(value), known)
  return typeof value === 'string' ? cleanText(value, known) : value
}

/** The text without secrets and without the home folder, which stands as `~`. */
export function privateText(text: string, { homeFolder, secrets }: Private): string {
  return [homeFolder, homeFolder.replaceAll('\\', '/'), encodeURI(homeFolder)]
    .filter((folder) => folder.length > 1)
    .reduce((line, folder) => line.replaceAll(folder, '~'), redact(text, secrets()))
}

function cleanText(text: string, known: Private): string {
  const safe = privateText(text, known)
  return safe.length <= LONGEST_VALUE ? safe : `${safe.slice(0, LONGEST_VALUE)}…`
}

/** The stack, and the causes below it. */
function describe(error: Error, depth = 0): string {
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause instanceof Error && depth < 3 ? `${own}\ncaused by ${describe(error.cause, depth + 1)}` : own
}
