import { z } from '../lib/zod'

/** The API key's whereabouts; the key itself never crosses IPC towards the renderer. */
export const keyStateSchema = z.strictObject({
  source: z.enum(['none', 'environment', 'settings']),
  /** `keyring`: kept by the system's key store; `memory`: kept until quit, because there is no key store. */
  storage: z.enum(['keyring', 'memory']),
  /** Its last four characters, by which its owner knows it; absent without a key, and for one so short that they would tell it. */
  ending: z.string().max(4).optional(),
})
export type KeyState = z.infer<typeof keyStateSchema>
