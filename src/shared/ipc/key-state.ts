import { z } from '../lib/zod'

/** Where the API key is stored; the key itself never crosses IPC towards the renderer. */
export const keyStateSchema = z.strictObject({
  source: z.enum(['none', 'environment', 'settings']),
  /** `keyring`: in the system's key store; `memory`: until quit, because there is no key store. */
  storage: z.enum(['keyring', 'memory']),
  /**
   * Its last four characters, by which the owner recognizes it; absent without a key, and for a key so short that they
   * would reveal too much.
   */
  ending: z.string().max(4).optional(),
})
export type KeyState = z.infer<typeof keyStateSchema>
