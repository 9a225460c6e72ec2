import { z } from '../lib/zod'

/** Settings of the conversation with the model. `default`: the model's own default. */
export const sessionChoicesShape = {
  voice: z.string().min(1).max(100),
  /** `text`: answers are shown, not played. The model still speaks: no current Live model answers in text only. */
  answers: z.enum(['speech', 'text']),
  /** BCP 47 tag of the language that the model speaks; empty: the language it hears. */
  speechLanguage: z.string().max(35),
  /** Sent to the model after Parley's own instruction. */
  instruction: z.string().max(8000),
  /** Whether tools are declared to the model at all. */
  modelTools: z.boolean(),
  /** What marks the end of the user's speech: the talk key, or the service, which detects a pause. */
  endOfSpeech: z.enum(['key', 'service']),
  startSensitivity: z.enum(['default', 'high', 'low']),
  endSensitivity: z.enum(['default', 'high', 'low']),
  /** Whether pauses between words are part of the user's turn. */
  turnCoverage: z.enum(['default', 'speech', 'everything']),
  thinking: z.enum(['default', 'minimal', 'low', 'medium', 'high']),
  /** The service shortens old parts of a long conversation, so that it can continue without end. */
  compression: z.boolean(),
  /** The model may stay silent when it is not addressed. */
  proactiveAudio: z.boolean(),
  /**
   * BCP 47 tags of the user's languages, so that transcripts do not come in another one; empty: the service detects
   * them.
   */
  transcriptionLanguages: z.array(z.string().min(2).max(35)).max(8),
  /** The user's own names and terms, which transcripts should spell as given here. */
  vocabulary: z.array(z.string().min(1).max(80)).max(100),
  /** The resolution at which the model sees images; a higher one costs more tokens. */
  mediaResolution: z.enum(['default', 'low', 'medium', 'high']),
} as const

export const sessionChoicesSchema = z.object(sessionChoicesShape)
export type SessionChoices = z.infer<typeof sessionChoicesSchema>

/** The defaults. */
export const defaultSessionChoices: SessionChoices = {
  voice: 'Kore',
  answers: 'speech',
  speechLanguage: '',
  instruction: '',
  modelTools: true,
  endOfSpeech: 'key',
  startSensitivity: 'default',
  endSensitivity: 'default',
  turnCoverage: 'default',
  thinking: 'default',
  compression: true,
  proactiveAudio: false,
  transcriptionLanguages: [],
  vocabulary: [],
  mediaResolution: 'default',
}
