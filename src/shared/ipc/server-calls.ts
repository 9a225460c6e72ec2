import { z } from '../lib/zod'
import { longestKey } from './limits'

/** Why the server has not everything: it can't be reached, takes not the token, is none, or failed in another way. */
export const serverFaultSchema = z.enum(['away', 'refused', 'not-libsql', 'failed'])

/** How it stands with the libSQL server. The token itself never crosses IPC towards the renderer. */
export const serverStateSchema = z.strictObject({
  /** `off`: there is none; `working`: a round is under way; `even`: it has everything; `waiting`: it has not, or was not reached */
  phase: z.enum(['off', 'working', 'even', 'waiting']),
  fault: serverFaultSchema.nullable(),
  /** conversations whose newest state is not there yet */
  waiting: z.number().int(),
  /** when everything was exchanged last, in ms since the epoch */
  at: z.number().nullable(),
  hasToken: z.boolean(),
  /** `memory`: there is no key store, so the token is kept until quit */
  storage: z.enum(['keyring', 'memory']),
})
export type ServerState = z.infer<typeof serverStateSchema>

/** The calls about the libSQL server. */
export const serverCalls = {
  'server.state': { request: z.null(), reply: serverStateSchema },
  /** Names the server, and its token where one is given; the one before stays with null. Answers when the first round has ended. */
  'server.connect': {
    request: z.strictObject({ address: z.string().min(1).max(2000), token: z.string().min(1).max(longestKey).nullable() }),
    reply: serverStateSchema,
  },
  /** Forgets server and token. What is here stays here, and what is there stays there. */
  'server.disconnect': { request: z.null(), reply: serverStateSchema },
  /** A round now. */
  'server.exchange': { request: z.null(), reply: serverStateSchema },
} as const

export const serverEvents = { 'server.changed': serverStateSchema } as const
