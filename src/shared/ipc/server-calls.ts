import { z } from '../lib/zod'
import { longestKey } from './limits'

/**
 * Why the server is not up to date: it can't be reached, refuses the token, is not a libSQL server, or failed in
 * another way.
 */
export const serverFaultSchema = z.enum(['away', 'refused', 'not-libsql', 'failed'])

/** The state of the libSQL server. The token itself never crosses IPC towards the renderer. */
export const serverStateSchema = z.strictObject({
  /**
   * `off`: none is set; `working`: an exchange is in progress; `even`: it is up to date; `waiting`: it is not, or was
   * not reached
   */
  phase: z.enum(['off', 'working', 'even', 'waiting']),
  fault: serverFaultSchema.nullable(),
  /** conversations whose latest state is not there yet */
  waiting: z.number().int(),
  /** time of the last complete exchange (ms since the epoch) */
  at: z.number().nullable(),
  hasToken: z.boolean(),
  /** `memory`: there is no key store, so the token is lost at quit */
  storage: z.enum(['keyring', 'memory']),
})
export type ServerState = z.infer<typeof serverStateSchema>

/** The calls about the libSQL server. */
export const serverCalls = {
  'server.state': { request: z.null(), reply: serverStateSchema },
  /**
   * Sets the server, and its token if one is given; null keeps the current token. Replies when the first exchange has
   * ended.
   */
  'server.connect': {
    request: z.strictObject({ address: z.string().min(1).max(2000), token: z.string().min(1).max(longestKey).nullable() }),
    reply: serverStateSchema,
  },
  /** Forgets the server and the token. Local data and the server's data both stay. */
  'server.disconnect': { request: z.null(), reply: serverStateSchema },
  /** Starts an exchange now. */
  'server.exchange': { request: z.null(), reply: serverStateSchema },
} as const

export const serverEvents = { 'server.changed': serverStateSchema } as const
