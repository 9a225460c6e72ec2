import { z } from '../lib/zod'

/**
 * Why an answer was not read aloud, or not to its end. `no-words`: nothing in it can be read; `no-sound`: the model gave no
 * sound; `cut-off`: it broke off; `failed`: anything else.
 */
export const readingCauseSchema = z.enum([
  'key-missing',
  'key-refused',
  'region',
  'model-unknown',
  'quota',
  'unreachable',
  'timeout',
  'no-words',
  'no-sound',
  'cut-off',
  'failed',
])
export type ReadingCause = z.infer<typeof readingCauseSchema>

/** A written answer that is read aloud: its sound is being made, it is heard, or that failed. */
export const readingSchema = z.discriminatedUnion('phase', [
  z.strictObject({ messageId: z.string(), phase: z.literal('loading') }),
  z.strictObject({ messageId: z.string(), phase: z.literal('speaking') }),
  z.strictObject({ messageId: z.string(), phase: z.literal('failed'), cause: readingCauseSchema }),
])
export type Reading = Readonly<z.infer<typeof readingSchema>>
