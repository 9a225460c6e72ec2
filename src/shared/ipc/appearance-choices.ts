import { z } from '../lib/zod'

/** The text sizes, and their percentages of the normal size. */
export const textSizes = { small: 90, normal: 100, large: 115, largest: 130, huge: 160, double: 200 } as const

/** The code of a language: `ja`, `pt-BR`. */
export const languageCodeSchema = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)

/** Settings of the app's appearance. */
export const appearanceChoicesShape = {
  theme: z.enum(['system', 'light', 'dark']),
  /** `system`: the system's if Parley has it; also used for a language that this version does not have. */
  language: z.union([z.literal('system'), languageCodeSchema]),
  textSize: z.enum(['small', 'normal', 'large', 'largest', 'huge', 'double']),
  /** `system`: more contrast if the system asks for it. */
  contrast: z.enum(['system', 'more']),
  /** `system`: less motion if the system asks for it. */
  motion: z.enum(['system', 'less']),
} as const

/** The defaults. */
export const defaultAppearance = { theme: 'system', language: 'system', textSize: 'normal', contrast: 'system', motion: 'system' } as const
