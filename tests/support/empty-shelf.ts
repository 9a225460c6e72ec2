import type { SpeechShelf } from '../../src/main/conversations/unanswered-speech/speech-files'

/** A shelf that keeps nothing, for tests that are not about it. */
export const emptyShelf: SpeechShelf = { add() {}, remove() {}, read: () => [], erase() {}, eraseAll() {} }
