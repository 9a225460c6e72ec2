import type { Fields } from './gemini'
import type { ModelSide } from './model-side'
import type { Outbox } from './outbox'
import type { Turns } from './turns'

/** What servers say about the model's calls (requests of the model, not of tools): where one begins, how it ended, what it cost. */
export class ModelCalls {
  readonly #outbox: Outbox
  readonly #turns: Turns
  readonly #model: ModelSide

  constructor(outbox: Outbox, turns: Turns, model: ModelSide) {
    this.#outbox = outbox
    this.#turns = turns
    this.#model = model
  }

  /**
   * Ends the answer for good with an error that the server reported. A further error of an answer that broke off with one
   * adds nothing.
   */
  fail(errorText: string, code: string | null, responseId: string | null = null): void {
    if (this.hasFailed(responseId)) {
      this.#outbox.passBy('late-error')
      return
    }
    const { turn, answer } = this.#model.output()
    turn.facts.responseId = responseId ?? turn.facts.responseId
    turn.facts.errorCode = code
    turn.user?.close()
    answer.fail(errorText)
    turn.failed = true
    turn.done = true
  }

  /**
   * Output of a model call follows. After a call that had finished it is a new one: a further step when tools stood
   * between them, otherwise an answer of its own. A response that the server continues keeps its step.
   */
  beginModelCall(responseId: string | null): void {
    const turn = this.#turns.target()
    const finished = turn?.facts.rawFinishReason ?? null
    if (turn === null || finished === null || (responseId !== null && responseId === turn.facts.responseId)) return
    turn.facts.rawFinishReason = null
    if (finished === 'CONTINUATION') return
    if ((turn.answer?.calls.size ?? 0) > 0) {
      turn.answer?.finishStep()
      return
    }
    turn.facts.rawFinishReason = finished
    turn.user?.close()
    turn.answer?.finish(turn.closingReason(false))
    turn.done = true
  }

  /** True when a chunk without content ends a model call that has ended so before: servers say it once more beside the token counts. */
  hasEnded(reason: string): boolean {
    return this.#turns.target()?.facts.rawFinishReason === reason
  }

  /** True when the answer of the latest turn broke off with an error: the rest of its stream, if it says nothing, adds nothing. */
  hasFailed(responseId: string | null): boolean {
    const { answering, newest } = this.#turns
    if (answering === null || answering !== newest || !answering.failed) return false
    return responseId === null || responseId === answering.facts.responseId
  }

  /** Output of an agent follows: after a model call that ended it stands in a new step. */
  beginAgentCall(): void {
    const turn = this.#turns.target()
    if (turn?.callEnded !== true) return
    turn.callEnded = false
    turn.facts.rawFinishReason = null
    turn.answer?.finishStep()
  }

  /** An agent's model call ended by itself. */
  endAgentCall(): void {
    const turn = this.#turns.target()
    if (turn !== null) turn.callEnded = true
  }

  /** The server ended a model call. */
  finishModelCall(reason: string, message: string | null): void {
    const { turn, answer } = this.#model.output()
    answer.exist()
    turn.facts.finishMessage = message ?? (turn.facts.rawFinishReason === reason ? turn.facts.finishMessage : null)
    turn.facts.rawFinishReason = reason
  }

  /** The server refused the prompt: a message without content says so. */
  blockPrompt(reason: string, message: string | null): void {
    const { turn, answer } = this.#model.output()
    answer.exist()
    turn.facts.blockReason = reason
    turn.facts.finishMessage = message ?? turn.facts.finishMessage
  }

  /** Notes which model answers. */
  takeOrigin(modelVersion: string | undefined, responseId: string | undefined): void {
    const { answering } = this.#turns
    if (answering === null || answering.done) return
    if (modelVersion !== undefined) answering.facts.modelVersion = modelVersion
    if (responseId !== undefined) answering.facts.responseId = responseId
  }

  /** Counts tokens for the answer they belong to; those that come after its end are told by `usageOf`. */
  usage(usage: Fields): void {
    const turn = this.#model.live ? this.#turns.counting() : this.#turns.answering
    turn?.facts.usage.take(usage)
  }
}
