import { z } from '../lib/zod'
import { readServerAddress } from '../text/server-address'

/** Settings of stored data. */
export const storageChoicesShape = {
  /** Days after its last message until a conversation is erased; 0: never. */
  retentionDays: z.number().int().min(0).max(3650),
  /** Address of the libSQL server that also stores the conversations; empty: none. */
  serverAddress: z
    .string()
    .max(2000)
    .refine((text) => text === '' || readServerAddress(text).ok),
} as const

/** The defaults. */
export const defaultStorageChoices = { retentionDays: 0, serverAddress: '' } as const
