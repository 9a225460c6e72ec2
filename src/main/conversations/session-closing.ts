import type { LiveSession } from '../models/live/live-session'

/** How the line to the model is ended, and what becomes of what is still under way then. */
export interface SessionClosing {
  /** Open questions wait for the next start of the app. */
  keepsQuestions(): boolean
  /** What was said and not answered is kept for another server or key. */
  keepsWords(): boolean
  stop(questions: 'withdraw' | 'keep'): Promise<void>
  /** Another server or key is to be spoken to. True where something is to be said to it at once. */
  leave(): Promise<boolean>
}

/** `cut` ends the sound first, `flush` stores what was said last, `stopRuns` ends what runs. */
export function createSessionClosing(
  session: () => LiveSession,
  cut: () => void,
  flush: () => void,
  stopRuns: (leavesOutside: boolean) => void,
): SessionClosing {
  let keepsQuestions = false
  let keepsWords = false

  return {
    keepsQuestions: () => keepsQuestions,
    keepsWords: () => keepsWords,
    async stop(questions) {
      cut()
      keepsQuestions = questions === 'keep'
      await session().stop()
      // also where no line was open
      stopRuns(keepsQuestions)
      keepsQuestions = false
      flush()
    },
    async leave() {
      cut()
      keepsWords = true
      await session().leave()
      keepsWords = false
      flush()
      return session().owesAnswer()
    },
  }
}
