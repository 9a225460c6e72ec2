import { z } from '../lib/zod'

/** Who answers typed words: the Live model of the spoken conversation, or a text model, in writing. */
export const replyModalitySchema = z.enum(['voice', 'text'])
export type ReplyModality = z.infer<typeof replyModalitySchema>

/** What the user chose about answers in writing. */
export const textChoicesShape = {
  /** For conversations in which nothing else was chosen. */
  typedWords: replyModalitySchema,
  textModel: z.string().min(1).max(200),
  /** Answers typed words where pictures are asked for. */
  imageModel: z.string().min(1).max(200),
  /** Tools that the service runs itself, for answers in writing. */
  googleSearch: z.boolean(),
  codeExecution: z.boolean(),
  /** Whether Google may keep what is typed and the answers; never so for a private conversation. */
  storeAtGoogle: z.boolean(),
} as const

export const textChoicesSchema = z.object(textChoicesShape)
export type TextChoices = z.infer<typeof textChoicesSchema>

/** What holds until the user chooses otherwise. */
export const defaultTextChoices: TextChoices = {
  typedWords: 'voice',
  textModel: 'gemini-3.8-flash',
  imageModel: 'gemini-nano-banana-2.1',
  googleSearch: false,
  codeExecution: false,
  storeAtGoogle: false,
}
