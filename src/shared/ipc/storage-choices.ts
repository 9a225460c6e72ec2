import { z } from '../lib/zod'
import { readServerAddress } from '../text/server-address'

/** What the user chose about what is kept. */
export const storageChoicesShape = {
  /** Days after its last word at which a conversation is erased; 0: never. */
  retentionDays: z.number().int().min(0).max(3650),
  /** The libSQL server that has the conversations too; empty: none. */
  serverAddress: z
    .string()
    .max(2000)
    .refine((text) => text === '' || readServerAddress(text).ok),
} as const

/** What holds until the user chooses otherwise. */
export const defaultStorageChoices = { retentionDays: 0, serverAddress: '' } as const
