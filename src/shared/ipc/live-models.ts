import { z } from '../lib/zod'

/**
 * A Live model named in the settings file, so that models newer than this release can be used. It is set up like the model
 * named in `like`; without that, with the fields that every model accepts.
 */
export const liveModelSchema = z.strictObject({
  model: z.string().min(1).max(200),
  like: z.string().min(1).max(200).optional(),
  behaviors: z.array(z.enum(['BLOCKING', 'NON_BLOCKING'])).optional(),
  scheduling: z.boolean().optional(),
  text: z.enum(['client-content', 'realtime-text']).optional(),
  history: z.enum(['client-content', 'history-config', 'instruction']).optional(),
  sessionResumption: z.boolean().optional(),
  contextWindowCompression: z.boolean().optional(),
  speechConfig: z.boolean().optional(),
  speechLanguage: z.boolean().optional(),
  thinkingLevels: z.array(z.enum(['minimal', 'low', 'medium', 'high'])).optional(),
  proactiveAudio: z.boolean().optional(),
  thinksLong: z.boolean().optional(),
  googleSearch: z.boolean().optional(),
  transcriptionLanguages: z.boolean().optional(),
  customVocabulary: z.boolean().optional(),
  mediaResolution: z.boolean().optional(),
  video: z.boolean().optional(),
  videoCoverage: z.boolean().optional(),
  contextUpdate: z.boolean().optional(),
})
export type LiveModel = z.infer<typeof liveModelSchema>
