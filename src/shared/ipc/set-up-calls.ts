import { z } from '../lib/zod'
import { modelListSchema } from '../models/model-list'
import { longestKey } from './limits'

/** Why the test of a key failed. */
export const keyFailureSchema = z.enum([
  'key-missing',
  'key-malformed',
  'key-refused',
  'region',
  'model-unknown',
  'model-without-audio',
  'quota',
  'setup-refused',
  'service-overloaded',
  'service-failed',
  'unreachable',
  'timeout',
  'protocol',
  'internal',
])
export type KeyTestFailure = z.infer<typeof keyFailureSchema>

/** The calls of the first run, besides those of the settings. Spread into the contract's tables. */
export const setUpCalls = {
  /** Opens a session with this key, or with the current one, and closes it at once: nothing is said or stored. */
  'key.test': {
    request: z.strictObject({ key: z.string().min(1).max(longestKey).nullable() }),
    reply: z.discriminatedUnion('kind', [
      /** `ms`: until the model answered */
      z.strictObject({ kind: z.literal('works'), model: z.string(), ms: z.number() }),
      z.strictObject({ kind: z.literal('failed'), cause: keyFailureSchema, model: z.string(), detail: z.string() }),
    ]),
  },
  /**
   * The models to choose from. Asks the service first if the list is older than a day, for at most ten seconds a page.
   */
  'models.list': { request: z.null(), reply: modelListSchema },
} as const
