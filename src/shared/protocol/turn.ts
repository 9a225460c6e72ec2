import { AnswerText } from './answer-text'
import type { AssistantMessage } from './assistant-message'
import type { FinishReason } from './chunks'
import type { UserFile } from './converter-input'
import { DeliveredCalls } from './delivered-calls'
import { mapFinishReason, mapTurnCompleteReason } from './finish-reason'
import { MessageFacts } from './message-facts'
import { ModelContents } from './model-contents'
import { TranscriptSegment } from './transcript-segment'
import type { UserMessage } from './user-message'

/** The converter's state of one turn: user input to idle. */
export class Turn {
  readonly facts = new MessageFacts()
  readonly contents = new ModelContents()
  /** Addresses that already are sources. */
  readonly sources = new Set<string>()
  /** Sources that came before the answer began: address → title. */
  readonly earlySources = new Map<string, string | undefined>()
  /** The model's text by transcript: in the whole turn, and since its last call. */
  readonly said = new TranscriptSegment()
  saidSinceCall = new TranscriptSegment()
  /** The model's text by text parts. */
  readonly written = new TranscriptSegment()
  /** The user's transcript since they began to speak. */
  heard = new TranscriptSegment()
  /** There was a transcript in this turn before that. */
  heardBefore = false
  /** Calls of the model as delivered, with the length of its text then. */
  readonly delivered = new DeliveredCalls<number>()
  /** The calls of the current response of the text endpoint, as delivered → our id. */
  readonly requested = new DeliveredCalls<string>()
  user: UserMessage | null = null
  /** What the user showed before any transcript came. */
  readonly files: UserFile[] = []
  answer: AssistantMessage | null = null
  /** The user typed in this turn. */
  typed = false
  /** The beginning of the user's speech was announced. */
  spoken = false
  /** The end of the user's speech was announced. */
  speechEnded = false
  /** The app itself reported that the user spoke here: an answer is expected, even before any transcript. */
  announced = false
  /** The user has withdrawn the speech. */
  takenBack = false
  /** The server said that it generates no more in this turn: it was interrupted, or all was generated. */
  stopped = false
  /** The server said that the turn has ended. */
  done = false
  /** The answer ended with an error. */
  failed = false
  /** The server completed the turn but continues it. */
  waits = false
  /** The user interrupted: audio is dropped until the turn completes. */
  interrupted = false
  /** The model's last call ended normally although no finish reason was sent (ADK without streaming). */
  callEnded = false
  playedSamples = 0
  /** The model's text so far, over all its parts. */
  readonly text = new AnswerText()

  readonly turnId: string

  constructor(turnId: string) {
    this.turnId = turnId
  }

  /** The user's message contains text, or files sent as such; sound alone does not count. */
  get hasWords(): boolean {
    return this.user !== null && !this.user.isSoundOnly
  }

  /** The user spoke here, the server has not ended the turn, and no transcript came. */
  get isUnheard(): boolean {
    return this.announced && this.speechEnded && !this.takenBack && !this.done && this.answer === null && this.heard.isEmpty
  }

  /** Whether the user waits for an answer to this turn. */
  get asks(): boolean {
    return this.hasWords || (this.announced && this.speechEnded && !this.takenBack)
  }

  /** Why the answer ends now; `cutOff` if it was not ended regularly. */
  closingReason(cutOff: boolean): FinishReason {
    const { blockReason, turnCompleteReason, rawFinishReason } = this.facts
    if (blockReason !== null) return 'content-filter'
    if (turnCompleteReason !== null) return mapTurnCompleteReason(turnCompleteReason)
    if (this.interrupted) return 'other'
    if (rawFinishReason !== null) return mapFinishReason(rawFinishReason)
    if (this.done || this.callEnded || !cutOff) return 'stop'
    this.facts.truncated = (this.answer?.calls.size ?? 0) === 0
    return 'other'
  }
}
