import type { AssistantMessage } from './assistant-message'
import type { Turn } from './turn'
import type { Turns } from './turns'
import type { UserWriter } from './user-writer'

/** Ends answers and turns. */
export class TurnEndings {
  readonly #turns: Turns
  readonly #userSide: UserWriter
  /** Interrupted before it was answered; its transcript may come until the server ends it. */
  #brokenOff: Turn | null = null

  constructor(turns: Turns, userSide: UserWriter) {
    this.#turns = turns
    this.#userSide = userSide
  }

  /**
   * The user interrupted. The last played position says how much was played, if there was speech at all. The app may
   * report it before the server does (`byServer` false): then it only applies to a running answer.
   */
  interrupt(byServer: boolean): void {
    const { answering, newest } = this.#turns
    if (byServer) this.#turns.stopped()
    const waits = answering !== newest && answering?.answer?.isOpen === false
    if (answering !== null && !answering.done && answering.answer !== null && !waits) {
      if (answering.interrupted || (!byServer && !answering.answer.isSpeaking)) return
      answering.interrupted = true
      answering.facts.interrupted = true
      this.#writeInterruption(answering, answering.answer)
    } else if (byServer && this.#turns.leftover === 'none' && newest !== null && !newest.done && newest.answer === null) {
      // the sound of a finished turn was still playing, and the user's key press began this one; or speech before this turn's
      // was still unanswered
      const running = this.#userSide.repeating.turnId
      const isRunning = (turn: Turn): boolean => running === undefined || turn.turnId === running
      const unanswered = this.#turns.known().findLast((turn) => turn !== newest && turn.answer === null && !turn.done && isRunning(turn))
      const older =
        running === null || answering !== newest || (newest.spoken && !newest.hasWords && !newest.takenBack) || unanswered !== undefined
      this.#endBrokenOff()
      this.#brokenOff = unanswered ?? null
      if (!older) newest.interrupted = true
      else this.#turns.leftover = 'completion'
    }
    this.#userSide.interrupted(byServer)
  }

  /**
   * The server completes the turn. `waits` if it says that more follows (an extended-thinking model after its filler).
   */
  complete(reason: string | null, waits: boolean): void {
    this.#endBrokenOff()
    if (this.#turns.leftover !== 'none') {
      this.#turns.leftover = 'none'
      this.#userSide.completed()
      return
    }
    const turn = this.#turns.completing()
    if (turn === null) return
    turn.waits = waits
    if (waits) {
      turn.answer?.finishStep()
      turn.interrupted = false
      return
    }
    this.#userSide.completed()
    turn.done = true
    turn.user?.close()
    turn.facts.turnCompleteReason = reason ?? turn.facts.turnCompleteReason
    if (turn.answer === null && (reason !== null || (turn.asks && !turn.interrupted))) this.#sayNothing(turn)
    this.#turns.loseSources(turn)
    turn.answer?.finish(turn.closingReason(false))
  }

  /** The server has generated all of the turn; its sound may still be on its way. */
  generated(): void {
    this.#turns.stopped()
  }

  /**
   * The server is idle: that completes a turn which was completed before with more to follow; otherwise it has no
   * effect.
   */
  idle(): void {
    if (this.#turns.completing()?.waits === true) this.complete(null, false)
  }

  /** No more input follows: closes everything, as cut off unless the server had completed the answer. */
  end(): void {
    this.#userSide.releaseLate()
    // the next connection reports itself what is sent to it
    this.#userSide.repeating.begin([])
    const { answering, newest } = this.#turns
    newest?.user?.close()
    answering?.user?.close()
    this.#turns.leftover = 'none'
    // the answer to repeated speech comes as a whole
    for (const turn of [answering, newest]) if (turn?.answer === null) turn.interrupted = false
    if (answering?.answer?.isOpen !== true) return
    const { facts, answer } = answering
    // a complete answer without text: the user learns that nothing comes
    if (facts.rawFinishReason === 'STOP' && answer.step === 0 && facts.audio.samples === 0) facts.empty = true
    answering.answer.finish(answering.closingReason(true))
    answering.done = true
  }

  #endBrokenOff(): void {
    if (this.#brokenOff !== null) this.#brokenOff.done = true
    this.#brokenOff = null
  }

  /** A message without content, so that the user sees that nothing came, or why. */
  #sayNothing(turn: Turn): void {
    turn.facts.empty = true
    this.#turns.answerOf(turn).exist()
  }

  #writeInterruption(turn: Turn, answer: AssistantMessage): void {
    const totalSamples = turn.facts.audio.samples
    if (!answer.isOpen || (totalSamples === 0 && turn.text.isEmpty)) return
    const heardSamples = Math.min(turn.playedSamples, totalSamples)
    const data = { heardSamples, totalSamples, playedCharacters: turn.text.heard(heardSamples, totalSamples) }
    answer.aside({ type: 'data-interrupted', data })
  }
}
