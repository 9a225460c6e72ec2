import { z } from '../lib/zod'

/**
 * Why an answer was not read aloud, or not to its end. `no-words`: it has nothing to read; `no-sound`: the model sent no
 * sound; `cut-off`: the sound broke off; `failed`: anything else.
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

/** Reading a text answer aloud: its sound is being made, it plays, or that failed. */
export const readingSchema = z.discriminatedUnion('phase', [
  z.strictObject({ messageId: z.string(), phase: z.literal('loading') }),
  z.strictObject({ messageId: z.string(), phase: z.literal('speaking') }),
  z.strictObject({ messageId: z.string(), phase: z.literal('failed'), cause: readingCauseSchema }),
])
export type Reading = Readonly<z.infer<typeof readingSchema>>
