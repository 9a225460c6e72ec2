import type { Settings } from '../../shared/ipc/schemas'
import { settingsSchema } from '../../shared/ipc/schemas'
import { z } from '../../shared/lib/zod'

/** Settings that are names of things of the service, which help and tell nothing of the user. */
const NAMES: ReadonlySet<string> = new Set(['model', 'textModel', 'voice', 'speechLanguage'])

/**
 * The settings as they may be shown to others: switches, numbers and choices as they are; of what the user wrote, and of
 * devices and addresses, only whether there is anything.
 */
export function safeSettings(settings: Settings): Readonly<Record<string, string | number | boolean>> {
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
