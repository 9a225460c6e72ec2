import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { hotkeyActionSchema, shortcutSchema } from './shortcut'

/** What brings the keys: a watcher of all keys, the system's table of shortcuts, or the desktop portal of Wayland. */
export const hotkeyBackendSchema = z.enum(['hook', 'shortcut', 'portal', 'none'])
export type HotkeyBackend = z.infer<typeof hotkeyBackendSchema>

/** One key of the whole desktop, and what is known of it. */
export const hotkeyBindingSchema = z.strictObject({
  action: hotkeyActionSchema,
  /** what the user chose; null: no key */
  shortcut: shortcutSchema.nullable(),
  /** names for key caps; where the desktop itself keeps the keys, as it tells them */
  keys: z.array(z.string()),
  backend: hotkeyBackendSchema,
  /** its release is seen too */
  hold: z.boolean(),
  /** it works whatever has the focus */
  global: z.boolean(),
  /** ms since the epoch at which a real press was seen, with its release where that can be seen; null: not in this run */
  verified: z.number().nullable(),
  /** `taken`: another program has it; `unsupported`: this desktop can't do it */
  problem: z.enum(['taken', 'unsupported']).nullable(),
})
export type HotkeyBinding = z.infer<typeof hotkeyBindingSchema>

/** The talk key in force and how far it reaches. `mode: none` means that no key could be taken; `reason` says why. */
export const hotkeyStateSchema = z.strictObject({
  mode: z.enum(['hold', 'toggle', 'none']),
  global: z.boolean(),
  /** Key names for key caps, for example `Right Ctrl` or `Ctrl`, `Alt`, `Space`. */
  keys: z.array(z.string()),
  reason: displayTextSchema.nullable(),
  bindings: z.array(hotkeyBindingSchema),
})
export type HotkeyState = z.infer<typeof hotkeyStateSchema>

/** Before anything is known, and where there are no keys to take. */
export const noHotkeys: HotkeyState = { mode: 'none', global: false, keys: [], reason: null, bindings: [] }

const nothing = z.null()

/** The calls about the keys of the whole desktop. Spread into the contract's tables. */
export const hotkeyCalls = {
  /** Takes another key for this; null: none. `refused`: the old one stays, `free` are others that could be had. */
  'hotkey.set': {
    request: z.strictObject({ action: hotkeyActionSchema, shortcut: shortcutSchema.nullable() }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('taken-over') }),
      z.strictObject({
        kind: z.literal('refused'),
        why: z.enum(['taken', 'same', 'unsupported', 'types', 'modifier-alone', 'mouse', 'unknown']),
        /** the action that has these keys already, where that is why */
        holder: hotkeyActionSchema.nullable(),
        free: z.array(shortcutSchema),
      }),
    ]),
  },
  /** Back to the keys of the beginning. */
  'hotkey.reset': { request: z.strictObject({ action: hotkeyActionSchema }), reply: nothing },
  /** The keys do nothing while the page records new ones (`record`), or only tell that they were seen (`test`). */
  'hotkey.mode': { request: z.strictObject({ mode: z.enum(['use', 'test', 'record']) }), reply: nothing },
} as const

/** What main tells of them. */
export const hotkeyEvents = {
  'hotkey.state': hotkeyStateSchema,
  /** While they are tested: this was seen, and nothing else was done. */
  'hotkey.seen': z.strictObject({ action: hotkeyActionSchema, what: z.enum(['press', 'release', 'cancel']) }),
} as const
