import type { Finding, LogEntry, PageSound } from '../../shared/diagnostics/diagnosis'
import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import { type Settings, settingsSchema } from '../../shared/ipc/schemas'
import { z } from '../../shared/lib/zod'
import { modelText } from '../../shared/messages/message'
import { type Private, privateText } from '../lib/log/log-line'

/** Settings that name things of the service: helpful, and not personal. */
const NAMES: ReadonlySet<string> = new Set(['model', 'textModel', 'imageModel', 'voice', 'speechLanguage'])

/**
 * The settings in a form that may be shown to others: switches, numbers and choices unchanged; for texts of the user, devices and
 * addresses only whether they are set.
 */
function safeSettings(settings: Settings): Readonly<Record<string, string | number | boolean>> {
  const shape: Readonly<Record<string, unknown>> = settingsSchema.shape
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]): [string, string | number | boolean] => {
      if (typeof value === 'number' || typeof value === 'boolean') return [name, value]
      if (typeof value === 'string' && (NAMES.has(name) || shape[name] instanceof z.ZodEnum)) return [name, value]
      if (Array.isArray(value)) return [name, `${value.length} set`]
      return [name, value === '' ? 'not set' : 'set']
    }),
  )
}

/** The contents of a bundle; parts that the user excluded are null or empty. */
export interface BundleOptions {
  /** ms since the epoch */
  readonly at: number
  readonly version: string
  readonly runtime: string
  readonly system: string
  readonly findings: readonly Finding[]
  readonly sound: PageSound | null
  /** null without a running app, which alone has them */
  readonly hotkey: HotkeyState | null
  readonly notices: readonly string[]
  readonly settings: Settings | null
  readonly log: readonly LogEntry[] | null
  readonly recordings: readonly { readonly name: string; readonly text: string }[]
}

const LINE = '-'.repeat(72)

/**
 * The bundle as one text that people can read and attach to a report: findings, settings, log, recordings. All of it is finally
 * redacted in the same way as the log.
 */
export function bundleText(options: BundleOptions, known: Private): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Findings', findingLines(options.findings)],
    ['Sound', options.sound === null ? [] : pairs(options.sound)],
    ['Keys', (options.hotkey?.bindings ?? []).map((binding) => pairs(binding).join(', '))],
    ['Notices', options.notices],
    ['Settings', options.settings === null ? [] : pairs(safeSettings(options.settings))],
    ['Log', (options.log ?? []).map(logText)],
    ...options.recordings.map(({ name, text }) => [`Recording ${name}`, text.trimEnd().split('\n')] as const),
  ]
  const head = [`Parley diagnostics, ${new Date(options.at).toISOString()}`, `${options.version} · ${options.runtime} · ${options.system}`]
  const body = sections.filter(([, lines]) => lines.length > 0).flatMap(([name, lines]) => ['', LINE, name, LINE, ...lines])
  return privateText(`${[...head, ...body].join('\n')}\n`, known)
}

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', attention: '△', bad: '✗' }

/** One line for each finding, as in the terminal. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  const widest = Math.max(...findings.map(({ check }) => check.length))
  return findings.map(({ check, state, words }) => `${MARKS[state]} ${check.padEnd(widest)}  ${modelText(words)}`)
}

function pairs(values: object): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${String(value)}`)
}

function logText({ at, level, event, facts }: LogEntry): string {
  const factTexts = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`,
  )
  return [at, level.padEnd(5), event, ...factTexts].join(' ')
}
