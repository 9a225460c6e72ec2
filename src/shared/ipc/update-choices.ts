import { z } from '../lib/zod'

/** What the user chose about updates. */
export const updateChoicesShape = {
  /** Look for a newer Parley, and fetch it, without being asked. */
  updates: z.boolean(),
  /** `latest`: what is meant for everybody; `beta`: earlier, and less tried. */
  updateChannel: z.enum(['latest', 'beta']),
} as const

export type UpdateChannel = z.infer<(typeof updateChoicesShape)['updateChannel']>

/** What holds until the user chooses otherwise. */
export const defaultUpdateChoices = { updates: true, updateChannel: 'latest' } as const
