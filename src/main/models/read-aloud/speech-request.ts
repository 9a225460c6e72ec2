import type { GenerateContentParameters } from '@google/genai'
import type { TextAddress } from '../text/text-connector'

/** The model that reads answers aloud, as the service recommends (docs/text-model.md). */
export const speechModel = 'gemini-3.8-flash-lite-tts'

/** The setup of a reading, besides the text; read again before each answer. */
export interface SpeechSetup {
  /** Null: there is no key. */
  readonly address: TextAddress | null
  readonly model: string
  readonly voice: string
}

/**
 * A request for the sound of a text. A speech model accepts neither instruction nor tools nor thinking, answers only with sound, and
 * requires a voice. Google must never store it.
 */
export function speechRequest({ model, voice }: SpeechSetup, words: string): GenerateContentParameters {
  return {
    model,
    contents: [{ role: 'user', parts: [{ text: words }] }],
    config: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
      store: false,
    },
  }
}
