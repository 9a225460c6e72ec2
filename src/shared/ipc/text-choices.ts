import { z } from '../lib/zod'

/** What answers typed text: the Live model of the spoken conversation, or a text model in text. */
export const replyModalitySchema = z.enum(['voice', 'text'])
export type ReplyModality = z.infer<typeof replyModalitySchema>

/** Settings of text answers. */
export const textChoicesShape = {
  /** For conversations without a choice of their own. */
  replyModality: replyModalitySchema,
  textModel: z.string().min(1).max(200),
  /** Answers typed text when images are requested. */
  imageModel: z.string().min(1).max(200),
  /** Tools that the service runs itself, for text answers. */
  googleSearch: z.boolean(),
  codeExecution: z.boolean(),
  /** Whether Google may store typed text and answers; never for a private conversation. */
  storeAtGoogle: z.boolean(),
} as const

export const textChoicesSchema = z.object(textChoicesShape)
export type TextChoices = z.infer<typeof textChoicesSchema>

/** The defaults. */
export const defaultTextChoices: TextChoices = {
  replyModality: 'voice',
  textModel: 'gemini-3.8-flash',
  imageModel: 'gemini-nano-banana-2.1',
  googleSearch: false,
  codeExecution: false,
  storeAtGoogle: false,
}
