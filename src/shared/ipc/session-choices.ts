import { z } from '../lib/zod'

/** What the user chose about the conversation with the model itself. `default`: as the model does by itself. */
export const sessionChoicesShape = {
  voice: z.string().min(1).max(100),
  /** `text`: the answers are shown, not heard. The model speaks all the same: no current Live model writes alone. */
  answers: z.enum(['speech', 'text']),
  /** BCP 47 tag of the language that the model speaks, or empty: the one it hears. */
  speechLanguage: z.string().max(35),
  /** Told to the model after Parley's own instruction. */
  instruction: z.string().max(8000),
  /** Whether the model is told of tools at all. */
  modelTools: z.boolean(),
  /** Who says where the user's speech ends: the talk key, or the service, which listens for a pause. */
  endOfSpeech: z.enum(['key', 'service']),
  startSensitivity: z.enum(['default', 'high', 'low']),
  endSensitivity: z.enum(['default', 'high', 'low']),
  /** Whether the pauses between words count as part of what the user said. */
  turnCoverage: z.enum(['default', 'speech', 'everything']),
  thinking: z.enum(['default', 'minimal', 'low', 'medium', 'high']),
  /** Old parts of a long conversation are shortened by the service, so that it has no end. */
  compression: z.boolean(),
  /** The model may keep silent where it is not spoken to. */
  proactiveAudio: z.boolean(),
  /** BCP 47 tags of the languages that the user speaks, against transcripts in another one; empty: the service finds out. */
  transcriptionLanguages: z.array(z.string().min(2).max(35)).max(8),
  /** Names and terms of the user's own, which transcripts shall write as they stand here. */
  vocabulary: z.array(z.string().min(1).max(80)).max(100),
  /** How finely the model looks at pictures; finer costs more tokens. */
  mediaResolution: z.enum(['default', 'low', 'medium', 'high']),
} as const

export const sessionChoicesSchema = z.object(sessionChoicesShape)
export type SessionChoices = z.infer<typeof sessionChoicesSchema>

/** What holds until the user chooses otherwise. */
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
