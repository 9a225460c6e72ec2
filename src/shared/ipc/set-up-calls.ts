import { z } from '../lib/zod'
import { modelListSchema } from '../models/model-list'
import { longestKey } from './limits'

/** Why a key, or what it was to reach, failed its test. */
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

/** The calls that the first run makes beside those of the settings. Spread into the contract's tables. */
export const setUpCalls = {
  /** Opens a session with this key, or with the one in force, and closes it at once: nothing is said, nothing is kept. */
  'key.test': {
    request: z.strictObject({ key: z.string().min(1).max(longestKey).nullable() }),
    reply: z.discriminatedUnion('kind', [
      /** `ms`: until the model answered */
      z.strictObject({ kind: z.literal('works'), model: z.string(), ms: z.number() }),
      z.strictObject({ kind: z.literal('failed'), cause: keyFailureSchema, model: z.string(), detail: z.string() }),
    ]),
  },
  /** The models to choose from; asks the service first where the list is older than a day, for ten seconds a page at the most. */
  'models.list': { request: z.null(), reply: modelListSchema },
} as const
