import type { SpeechFiles } from '../../src/main/conversations/unanswered-speech/speech-files'

/** A shelf that keeps nothing, for tests that are not about it. */
export const emptyShelf: SpeechFiles = { add() {}, remove() {}, read: () => [], erase() {}, eraseAll() {} }
