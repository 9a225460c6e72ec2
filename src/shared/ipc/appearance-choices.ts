import { z } from '../lib/zod'

/** How large letters are, and how many percent of their usual size. */
export const textSizes = { small: 90, normal: 100, large: 115, largest: 130 } as const

/** What a language is called: `ja`, `pt-BR`. */
export const languageCodeSchema = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)

/** How the app looks. */
export const appearanceChoicesShape = {
  theme: z.enum(['system', 'light', 'dark']),
  /** `system`: the system's where Parley has it; so too for a language that this Parley does not have. */
  language: z.union([z.literal('system'), languageCodeSchema]),
  textSize: z.enum(['small', 'normal', 'large', 'largest']),
  /** `system`: more contrast where the system asks for it. */
  contrast: z.enum(['system', 'more']),
  /** `system`: less motion where the system asks for it. */
  motion: z.enum(['system', 'less']),
} as const

/** What holds until the user chooses otherwise. */
export const defaultAppearance = { theme: 'system', language: 'system', textSize: 'normal', contrast: 'system', motion: 'system' } as const
