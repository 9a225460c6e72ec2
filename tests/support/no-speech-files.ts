import type { SpeechFiles } from '../../src/main/conversations/unanswered-speech/speech-files'

/** A store that stores nothing, for tests about something else. */
export const noSpeechFiles: SpeechFiles = { add() {}, remove() {}, read: () => [], erase() {}, eraseAll() {} }
