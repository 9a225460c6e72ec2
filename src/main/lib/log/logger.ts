/** Facts of one event: short values, never what somebody said or wrote, never a key. An `Error` is written with its stack. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined | Error>>

/** The app's log. `event` names what happened in words that do not change, for example `session closed`. Never throws. */
export interface Logger {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}

/** How grave a line is. */
export type LogLevel = keyof Logger

/** A log that keeps nothing. */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** What was thrown, as a log takes it. */
export function asFact(error: unknown): Error | string {
  return error instanceof Error ? error : String(error)
}
