import { defaultSettings } from '../../../shared/ipc/default-settings'
import { type Settings, settingsSchema } from '../../../shared/ipc/schemas'
import { z } from '../../../shared/lib/zod'

/** Version of the format that this Parley writes. */
export const SETTINGS_VERSION = 1

/** What a text of the settings file says. */
export type ReadSettings =
  | { readonly kind: 'good'; readonly settings: Settings }
  /** written by a newer Parley: not ours to change */
  | { readonly kind: 'newer'; readonly version: number }
  /** can't be used as it is; `settings` holds what could be saved of it */
  | { readonly kind: 'damaged'; readonly settings: Settings; readonly faults: readonly string[] }

const fileSchema = z.looseObject({ version: z.number().int().min(1), settings: z.record(z.string(), z.unknown()) })
const bareSchema = z.record(z.string(), z.unknown())

/** A step of the format: what the settings of one version are in the next. */
type Migration = (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** Step 0 → 1: a file without a version holds the bare settings, as one would write them by hand. */
const migrations: readonly Migration[] = [(settings) => settings]

/** Reads the text of a settings file. A setting that is missing has its default; one bad value costs only itself. */
export function readSettings(text: string): ReadSettings {
  const parsed = parse(text)
  if (parsed === null) return { kind: 'damaged', settings: defaultSettings, faults: ['it is no JSON object'] }
  if (parsed.version > SETTINGS_VERSION) return { kind: 'newer', version: parsed.version }
  let settings = parsed.settings
  for (const migration of migrations.slice(parsed.version)) settings = migration(settings)
  return check(settings)
}

/** The text that `readSettings` reads. */
export function writeSettings(settings: Settings): string {
  return `${JSON.stringify({ version: SETTINGS_VERSION, settings }, null, 2)}\n`
}

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
    faults: [...bad].map((name) => `${name} can't be used`),
  }
}
