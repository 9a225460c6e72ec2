import { z } from '../lib/zod'

/** How large letters are, and how many percent of their usual size. */
export const textSizes = { small: 90, normal: 100, large: 115, largest: 130 } as const

/** How the app looks. */
export const appearanceChoicesShape = {
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'ja']),
  textSize: z.enum(['small', 'normal', 'large', 'largest']),
  /** `system`: more contrast where the system asks for it. */
  contrast: z.enum(['system', 'more']),
  /** `system`: less motion where the system asks for it. */
  motion: z.enum(['system', 'less']),
} as const

/** What holds until the user chooses otherwise. */
export const defaultAppearance = { theme: 'system', language: 'system', textSize: 'normal', contrast: 'system', motion: 'system' } as const
