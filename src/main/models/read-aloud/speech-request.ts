import type { GenerateContentParameters } from '@google/genai'
import type { TextAddress } from '../text/text-connector'

/** The model that reads answers aloud: the one that the service recommends for it (docs/text-model.md). */
export const speechModel = 'gemini-3.8-flash-lite-tts'

/** What reading needs beside the words; asked for anew before each answer. */
export interface SpeechSetup {
  /** Null: there is no key to ask with. */
  readonly address: TextAddress | null
  readonly model: string
  readonly voice: string
}

/**
 * A request for the sound of some words. A speech model takes neither instruction nor tools nor thinking, answers with sound
 * alone, and wants a voice. Google is never to keep it.
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
