import type { FrameFacts } from '../live/frame-facts'

/** Whether what the model says now is passed by, because the user stopped that answer or took the words back. */
export interface Discard {
  begin(): void
  /** Hears of every frame. `shown`: it is wanted; `passed-by`: it is not; `over`: nor is this one, the last of its turn. */
  hear(facts: Pick<FrameFacts, 'answers' | 'turnComplete'>): 'shown' | 'passed-by' | 'over'
  /** The user says something else. An answer that had not begun is not to come any more; one that had is interrupted. */
  saidMore(): void
  /** The rest of the answer is lost with its connection. */
  connectionLost(): void
  /** The same words are said to another connection: it will answer them once more. */
  wordsRepeated(): void
  end(): void
}

/** What closes an answer that was shown in part. */
export const CUT_SHORT = { serverContent: { interrupted: true, turnComplete: true } }

export function createDiscard(): Discard {
  let on = false
  let wasOn = false
  let answering = false
  const end = (): void => {
    on = false
    wasOn = false
    answering = false
  }

  return {
    begin() {
      on = true
    },
    hear({ answers, turnComplete }) {
      const fate = !on ? 'shown' : turnComplete ? 'over' : 'passed-by'
      if (turnComplete) end()
      else answering ||= answers
      return fate
    },
    saidMore() {
      if (!answering) end()
    },
    connectionLost() {
      wasOn ||= on
      on = false
      answering = false
    },
    wordsRepeated() {
      on = wasOn
    },
    end,
  }
}
