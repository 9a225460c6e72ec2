import { fieldsOf, isFields } from '../../shared/protocol/gemini'
import type { FrameFacts } from '../models/live/frame-facts'

/** Whether what the model says now is passed by, because the user stopped that answer or took the words back. */
export interface Discard {
  /** `stopped`: what the user had said stands. `taken-back`: it does not either, and is not said to another connection. */
  begin(why: 'stopped' | 'taken-back'): void
  /** Hears of every frame. `shown`: it is wanted; otherwise the frames that are wanted in place of it. */
  hear(frame: unknown, facts: Pick<FrameFacts, 'answers' | 'turnComplete'>): 'shown' | readonly object[]
  /** The user says something else. An answer that had not begun is not to come any more; one that had is interrupted. */
  saidMore(): void
  /** The rest of the answer is lost with its connection. */
  connectionLost(): void
  /** The same words are said to another connection: it will answer them once more. */
  wordsRepeated(): void
  end(): void
}

/** What closes an answer that was shown in part. */
const CUT_SHORT = { serverContent: { interrupted: true, turnComplete: true } }

export function createDiscard(): Discard {
  let on = false
  let wasOn = false
  let wordsStand = true
  let answering = false
  let onlyThisAnswer = false
  const end = (): void => {
    on = false
    wasOn = false
    wordsStand = true
    answering = false
    onlyThisAnswer = false
  }

  return {
    begin(why) {
      on = true
      wordsStand &&= why === 'stopped'
    },
    hear(frame, { answers, turnComplete }) {
      const instead = [...wordsOfUser(frame), ...(turnComplete ? [CUT_SHORT] : [])]
      const fate = on ? instead : 'shown'
      if (turnComplete) end()
      else answering ||= answers
      return fate
    },
    saidMore() {
      if (!answering) end()
      else onlyThisAnswer = true
    },
    connectionLost() {
      // what was taken back is not said again, and what was said since is to be answered
      wasOn = (wasOn || (on && wordsStand)) && !onlyThisAnswer
      onlyThisAnswer = false
      on = false
      answering = false
    },
    wordsRepeated() {
      on = wasOn
    },
    end,
  }
}

function wordsOfUser(frame: unknown): readonly object[] {
  const content = isFields(frame) ? fieldsOf(frame, 'serverContent') : undefined
  const heard = content === undefined ? undefined : fieldsOf(content, 'inputTranscription')
  return heard === undefined ? [] : [{ serverContent: { inputTranscription: heard } }]
}
