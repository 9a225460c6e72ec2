import { z } from '../lib/zod'

/** What the user chose about what is kept. */
export const storageChoicesShape = {
  /** Days after its last word at which a conversation is erased; 0: never. */
  retentionDays: z.number().int().min(0).max(3650),
} as const

/** What holds until the user chooses otherwise. */
export const defaultStorageChoices = { retentionDays: 0 } as const
