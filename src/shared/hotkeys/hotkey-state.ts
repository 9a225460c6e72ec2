import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { hotkeyActionSchema, shortcutSchema } from './shortcut'

/**
 * What delivers the keys: a listener for all keys, the system's table of shortcuts, or the desktop portal of Wayland.
 */
export const hotkeyBackendSchema = z.enum(['hook', 'shortcut', 'portal', 'none'])
export type HotkeyBackend = z.infer<typeof hotkeyBackendSchema>

/** One system-wide key and its state. */
export const hotkeyBindingSchema = z.strictObject({
  action: hotkeyActionSchema,
  /** the user's choice; null: no key */
  shortcut: shortcutSchema.nullable(),
  /** names for key caps; if the desktop manages the keys, the names that it gives */
  keys: z.array(z.string()),
  backend: hotkeyBackendSchema,
  /** its release is detected too */
  hold: z.boolean(),
  /** it works in every focused window */
  global: z.boolean(),
  /**
   * when a real press was last seen (ms since the epoch), with its release if that can be detected; null: not in this
   * run
   */
  verified: z.number().nullable(),
  /** `taken`: another program uses it; `unsupported`: this desktop does not support it */
  problem: z.enum(['taken', 'unsupported']).nullable(),
})
export type HotkeyBinding = z.infer<typeof hotkeyBindingSchema>

/** The active talk key and its reach. `mode: none` means that no key could be registered; `reason` says why. */
export const hotkeyStateSchema = z.strictObject({
  mode: z.enum(['hold', 'toggle', 'none']),
  global: z.boolean(),
  /** Key names for key caps, for example `Right Ctrl` or `Ctrl`, `Alt`, `Space`. */
  keys: z.array(z.string()),
  reason: displayTextSchema.nullable(),
  bindings: z.array(hotkeyBindingSchema),
})
export type HotkeyState = z.infer<typeof hotkeyStateSchema>

/** Before the state is known, and on hosts without system-wide keys. */
export const noHotkeys: HotkeyState = { mode: 'none', global: false, keys: [], reason: null, bindings: [] }

const nothing = z.null()

/** The calls for system-wide keys. Spread into the contract's tables. */
export const hotkeyCalls = {
  /**
   * Sets another key for this action; null: none. `refused`: the old one stays, `free` are others that are available.
   */
  'hotkey.set': {
    request: z.strictObject({ action: hotkeyActionSchema, shortcut: shortcutSchema.nullable() }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('taken-over') }),
      z.strictObject({
        kind: z.literal('refused'),
        why: z.enum(['taken', 'same', 'unsupported', 'types', 'modifier-alone', 'mouse', 'unknown']),
        /** the action that already uses these keys, if that is the reason */
        holder: hotkeyActionSchema.nullable(),
        free: z.array(shortcutSchema),
      }),
    ]),
  },
  /** Resets the keys to the defaults. */
  'hotkey.reset': { request: z.strictObject({ action: hotkeyActionSchema }), reply: nothing },
  /** The keys do nothing while the page records new ones (`record`), or are only reported (`test`). */
  'hotkey.mode': { request: z.strictObject({ mode: z.enum(['use', 'test', 'record']) }), reply: nothing },
} as const

/** Events about system-wide keys. */
export const hotkeyEvents = {
  'hotkey.state': hotkeyStateSchema,
  /** During a test: this key was detected, without any other effect. */
  'hotkey.seen': z.strictObject({ action: hotkeyActionSchema, what: z.enum(['press', 'release', 'cancel']) }),
} as const
