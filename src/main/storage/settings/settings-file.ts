import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { defaultSettings } from '../../../shared/ipc/default-settings'
import { type Settings, settingsSchema } from '../../../shared/ipc/schemas'
import type { Clock } from '../../../shared/lib/clock'
import { type Failure, failure, type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { type Message, messageOf } from '../../../shared/messages/message'
import type { Disposable } from '../../lib/disposable'
import { errorCode, type Files, writeAtomically } from '../../lib/files'

/** The format version that this Parley writes. */
const SETTINGS_VERSION = 1

/** The content of the settings file. */
type ReadSettings =
  | { readonly kind: 'good'; readonly settings: Settings }
  /** written by a newer Parley: must not be changed */
  | { readonly kind: 'newer'; readonly version: number }
  /** partly unusable; `settings` contains what could be saved of it */
  | { readonly kind: 'damaged'; readonly settings: Settings; readonly faults: readonly Message[] }

const fileSchema = z.looseObject({ version: z.number().int().min(1), settings: z.record(z.string(), z.unknown()) })
const bareSchema = z.record(z.string(), z.unknown())

/** Settings whose name in the file is older than the code's, as `[name in the file, name]`. Older versions of Parley read them too. */
const NAMES_IN_FILE = [['typedWords', 'replyModality']] as const

/** A format step: converts the settings of one version to the next. */
type Migration = (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** Step 0 → 1: a file without a version contains only the settings, as written by hand. */
const migrations: readonly Migration[] = [(settings) => settings]

/** Parses a settings file. A missing setting has its default; one bad value affects only itself. */
export function readSettings(text: string): ReadSettings {
  const parsed = parse(text)
  if (parsed === null) return { kind: 'damaged', settings: defaultSettings, faults: [messageOf('settings-not-json')] }
  if (parsed.version > SETTINGS_VERSION) return { kind: 'newer', version: parsed.version }
  let settings = parsed.settings
  for (const migration of migrations.slice(parsed.version)) settings = migration(settings)
  return check(Object.fromEntries(Object.entries(settings).map(([name, value]) => [nameInCode(name), value])))
}

/** The text that `readSettings` parses. */
export function writeSettings(settings: Settings): string {
  const inFile = Object.fromEntries(Object.entries(settings).map(([name, value]) => [nameInFile(name), value]))
  return `${JSON.stringify({ version: SETTINGS_VERSION, settings: inFile }, null, 2)}\n`
}

const nameInFile = (name: string): string => NAMES_IN_FILE.find(([, inCode]) => inCode === name)?.[0] ?? name
const nameInCode = (name: string): string => NAMES_IN_FILE.find(([inFile]) => inFile === name)?.[1] ?? name

function parse(text: string): { readonly version: number; readonly settings: Readonly<Record<string, unknown>> } | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const file = fileSchema.safeParse(value)
    if (file.success) return file.data
    const bare = bareSchema.safeParse(value)
    return bare.success && !('version' in bare.data) ? { version: 0, settings: bare.data } : null
  } catch {
    return null
  }
}

function check(values: Readonly<Record<string, unknown>>): ReadSettings {
  const whole = settingsSchema.safeParse({ ...defaultSettings, ...values })
  if (whole.success) return { kind: 'good', settings: whole.data }
  const bad = new Set(whole.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])])))
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !bad.has(name)))
  return {
    kind: 'damaged',
    settings: settingsSchema.parse({ ...defaultSettings, ...kept }),
    faults: [...bad].map((name) => messageOf('settings-value-unusable', { name: nameInFile(name) })),
  }
}

/** Why the current settings are not those of the file. The message is for the user; the file is kept in every case. */
export interface SettingsProblem extends Failure {
  readonly code: 'settings-damaged' | 'settings-newer' | 'settings-unreadable'
}

/** The user's settings: in memory for everybody, and in one JSON file for the next start. */
export interface SettingsFile {
  current(): Settings
  /** The problem at the start, or null. */
  readonly problem: SettingsProblem | null
  /**
   * Changes settings at once, notifies every listener, then writes them. On failure they still apply, but only until the app quits.
   * Changes during a write are written together after it. Resolves when the file is written and the listeners' work is done.
   */
  update(change: SettingsChange): Promise<Result<Settings>>
  /**
   * Calls the listener after each change of a value, whoever made it and whether or not the disk accepts it, in the order of
   * registration. An error in a listener is reported and does not affect the others.
   */
  onChange(listener: SettingsListener): Disposable
}

/** Receives the current and the previous settings after each change. */
export type SettingsListener = (after: Settings, before: Settings) => void | Promise<void>

/** Settings to change; undefined values change nothing. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** Dependencies of the settings file. */
export interface SettingsFileOptions {
  /** the user's data folder, which exists */
  readonly folder: string
  readonly files: Files
  readonly clock: Clock
  /** Receives errors of listeners. */
  report(error: unknown): void
}

/** Name of the file in the user's data folder, and of its backup. */
export const SETTINGS_FILE = 'settings.json'
export const SETTINGS_BACKUP = 'settings.backup.json'

/**
 * Reads the settings. If that fails, the existing file is not overwritten: a damaged file is moved aside and what can be saved of it
 * (or its backup) is used; a newer or unreadable one stays, and this session's changes stay in memory.
 */
export async function openSettingsFile({ folder, files, clock, report }: SettingsFileOptions): Promise<SettingsFile> {
  const path = join(folder, SETTINGS_FILE)
  const start = await load(path, files, clock)
  let settings = start.settings
  let writing: Promise<Result<Settings>> | null = null
  let waiting: Promise<Result<Settings>> | null = null
  let listeners: readonly SettingsListener[] = []

  async function write(): Promise<Result<Settings>> {
    if (!start.writable)
      return failure('settings-not-saved', 'Your change holds until you quit: the settings file on the disk was left as it is.')
    const written = settings
    try {
      const before = await files.read(path)
      if (before !== null && readSettings(before).kind === 'good') await writeAtomically(files, join(folder, SETTINGS_BACKUP), before)
      await writeAtomically(files, path, writeSettings(written))
      return success(written)
    } catch (error) {
      return failure(
        'settings-not-saved',
        `Your change holds until you quit: it can't be written to the disk (${errorCode(error)}). Check that the disk is not full, then change it again.`,
      )
    }
  }

  /** One write at a time; changes during it go into the next one. */
  async function save(): Promise<Result<Settings>> {
    if (writing !== null) {
      waiting ??= writing.then(() => {
        waiting = null
        return save()
      })
      return waiting
    }
    writing = write().finally(() => {
      writing = null
    })
    return writing
  }

  /** Starts every listener before it returns; the promise waits for all of them. */
  async function announce(after: Settings, before: Settings): Promise<void> {
    const follow = async (listener: SettingsListener): Promise<void> => {
      try {
        await listener(after, before)
      } catch (error) {
        report(error)
      }
    }
    await Promise.all(listeners.map(follow))
  }

  return {
    problem: start.problem,
    current: () => settings,
    async update(change) {
      const before = settings
      settings = settingsSchema.parse({
        ...settings,
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      })
      const following = isDeepStrictEqual(settings, before) ? null : announce(settings, before)
      const saved = await save()
      await following
      return saved
    },
    onChange(listener) {
      listeners = [...listeners, listener]
      return {
        dispose() {
          listeners = listeners.filter((other) => other !== listener)
        },
      }
    },
  }
}

/** If unreadable settings exist, the first run is long past and is not repeated. */
const afterFirstRun: Settings = { ...defaultSettings, setUp: 'done' }

interface Start {
  readonly settings: Settings
  readonly problem: SettingsProblem | null
  /** whether the path is free for a new file */
  readonly writable: boolean
}

async function load(path: string, files: Files, clock: Clock): Promise<Start> {
  const text = await files.read(path).catch((error: unknown) => ({ error }))
  if (text === null) return { settings: defaultSettings, problem: null, writable: true }
  if (typeof text !== 'string') {
    return {
      settings: afterFirstRun,
      problem: failure('settings-unreadable', messageOf('settings-unreadable', { code: errorCode(text.error) })).error,
      writable: false,
    }
  }
  const read = readSettings(text)
  switch (read.kind) {
    case 'good':
      return { settings: read.settings, problem: null, writable: true }
    case 'newer': {
      return {
        settings: afterFirstRun,
        problem: failure('settings-newer', messageOf('settings-newer', { version: read.version })).error,
        writable: false,
      }
    }
    case 'damaged':
      return recover(path, read, files, clock)
  }
}

/** Moves the damaged file aside. If nothing of it is readable, the backup is used. */
async function recover(
  path: string,
  damaged: { readonly settings: Settings; readonly faults: readonly Message[] },
  files: Files,
  clock: Clock,
): Promise<Start> {
  const aside = join(dirname(path), `settings.damaged-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}.json`)
  const moved = await files.rename(path, aside).then(
    () => true,
    () => false,
  )
  const settings = damaged.settings === defaultSettings ? ((await backup(path, files)) ?? afterFirstRun) : damaged.settings
  const kept = moved ? messageOf('settings-kept-as', { file: basename(aside) }) : messageOf('settings-left')
  return {
    settings,
    problem: failure('settings-damaged', messageOf('settings-damaged', { faults: damaged.faults, kept })).error,
    writable: moved,
  }
}

async function backup(path: string, files: Files): Promise<Settings | null> {
  const text = await files.read(join(dirname(path), SETTINGS_BACKUP)).catch(() => null)
  const read = text === null ? null : readSettings(text)
  return read?.kind === 'good' ? read.settings : null
}
