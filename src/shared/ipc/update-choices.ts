import { z } from '../lib/zod'

/** Settings of updates. */
export const updateChoicesShape = {
  /** Look for and fetch newer versions automatically. */
  updates: z.boolean(),
  /** `latest`: releases; `beta`: earlier and less tested. */
  updateChannel: z.enum(['latest', 'beta']),
} as const

export type UpdateChannel = z.infer<(typeof updateChoicesShape)['updateChannel']>

/** The defaults. */
export const defaultUpdateChoices = { updates: true, updateChannel: 'latest' } as const
