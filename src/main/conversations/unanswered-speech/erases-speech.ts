import type { SpeechShelf } from './speech-files'

/** What is erased together with speech. */
interface Erasing {
  erase(conversationId: string): void
  eraseAll(): Promise<void>
}

/** Erasing a conversation, or all of them, erases speech of theirs that waits, too. */
export function erasesSpeech<Part extends Erasing>(part: Part, shelf: Pick<SpeechShelf, 'erase' | 'eraseAll'>): Part {
  return {
    ...part,
    erase(conversationId) {
      shelf.erase(conversationId)
      part.erase(conversationId)
    },
    async eraseAll() {
      shelf.eraseAll()
      await part.eraseAll()
    },
  }
}
