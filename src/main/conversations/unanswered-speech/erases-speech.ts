import type { SpeechFiles } from './speech-files'

/** Methods that also erase speech. */
interface Erasing {
  erase(conversationId: string): void
  eraseAll(): Promise<void>
}

/** Erasing a conversation, or all of them, also erases its waiting speech. */
export function erasesSpeech<Part extends Erasing>(part: Part, speechFiles: Pick<SpeechFiles, 'erase' | 'eraseAll'>): Part {
  return {
    ...part,
    erase(conversationId) {
      speechFiles.erase(conversationId)
      part.erase(conversationId)
    },
    async eraseAll() {
      speechFiles.eraseAll()
      await part.eraseAll()
    },
  }
}
