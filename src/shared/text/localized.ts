import { z } from '../lib/zod'

/** A text in English and, by their codes, in the other languages that Parley had when it was written. */
export const localizedSchema = z.object({ en: z.string() }).catchall(z.string())
export type Localized = Readonly<z.infer<typeof localizedSchema>>
