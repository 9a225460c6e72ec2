import type { Outbox } from './chunk-outbox'
import type { Fields } from './gemini'
import type { ModelWriter } from './model-writer'
import type { Turn } from './turn'
import type { Turns } from './turns'
import { hasOutputCount } from './usage-tally'

/** Model calls (requests to the model, not tool calls): where each begins, how it ended, what it cost. */
export class ModelCalls {
  readonly #outbox: Outbox
  readonly #turns: Turns
  readonly #model: ModelWriter
  #requestEnded = false

  constructor(outbox: Outbox, turns: Turns, model: ModelWriter) {
    this.#outbox = outbox
    this.#turns = turns
    this.#model = model
  }

  /** Ends the answer with an error that the server reported. A further error after that adds nothing. */
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
   * Output of a model call follows. One response is one answer, even with an early finish reason; after a finish
   * reason, another response id or another request begins a new one: a further step if tools ran in between, otherwise
   * an answer of its own. A response that the server continues keeps its step.
   */
  beginModelCall(responseId: string | null): void {
    const anotherRequest = this.#requestEnded
    this.#requestEnded = false
    const turn = this.#turns.target()
    const finished = turn?.facts.rawFinishReason ?? null
    if (turn === null || finished === null) return
    if (!anotherRequest && !isOtherResponse(turn, responseId)) return
    turn.requested.clear()
    if (finished === 'CONTINUATION' || !hasContent(turn)) {
      turn.facts.rawFinishReason = null
      return
    }
    if ((turn.answer?.calls.size ?? 0) > 0) {
      turn.facts.rawFinishReason = null
      turn.answer?.finishStep()
      return
    }
    turn.user?.close()
    turn.answer?.finish(turn.closingReason(false))
    turn.done = true
  }

  /** A request has ended: its calls are complete, and following output belongs to another request. */
  endRequest(broken: boolean): void {
    this.#requestEnded = true
    const { answering } = this.#turns
    if (broken && answering !== null) answering.facts.rawFinishReason = null
    answering?.answer?.completeCalls()
    answering?.requested.clear()
  }

  /**
   * True when the answer of the latest turn ended with an error: the rest of its stream adds nothing unless it has
   * content.
   */
  hasFailed(responseId: string | null): boolean {
    const { answering, newest } = this.#turns
    if (answering === null || answering !== newest || !answering.failed) return false
    return responseId === null || responseId === answering.facts.responseId
  }

  /** Output of an agent follows: after a completed model call it begins a new step. */
  beginAgentCall(): void {
    const turn = this.#turns.target()
    if (turn?.callEnded !== true) return
    turn.callEnded = false
    turn.facts.rawFinishReason = null
    turn.answer?.finishStep()
  }

  /** An agent's model call ended normally. */
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

  /**
   * Records which model answers. Facts before the first output of the next response do not describe the previous one.
   */
  takeOrigin(modelVersion: string | undefined, responseId: string | undefined): void {
    const { answering } = this.#turns
    if (answering === null || answering.done || this.#isOfNextResponse(answering, responseId ?? null)) return
    if (modelVersion !== undefined) answering.facts.modelVersion = modelVersion
    if (responseId !== undefined) answering.facts.responseId = responseId
  }

  /**
   * Counts tokens for the answer they belong to. `usageOf` returns those that come after its end; those that come before the
   * first output of an answer wait for it.
   */
  usage(usage: Fields, responseId: string | null): void {
    const turn = this.#counting(usage, responseId)
    if (turn === null) this.#turns.earlyUsage.take(usage)
    else turn.facts.usage.take(usage)
  }

  #counting(usage: Fields, responseId: string | null): Turn | null {
    const { answering } = this.#turns
    if (answering === null) return null
    if (this.#model.from !== 'live') return this.#isOfNextResponse(answering, responseId) ? null : answering
    const countsOutput = hasOutputCount(usage)
    // for an answer that is complete and counted, the prompt tokens of the next request add nothing
    if (answering.answer !== null) return answering.done && !countsOutput && answering.facts.usage.hasInput ? null : answering
    return (countsOutput ? this.#turns.lastAnswered() : null) ?? answering
  }

  #isOfNextResponse(turn: Turn, responseId: string | null): boolean {
    return turn.facts.rawFinishReason !== null && (this.#requestEnded || (isOtherResponse(turn, responseId) && hasContent(turn)))
  }
}

function isOtherResponse({ facts }: Turn, responseId: string | null): boolean {
  return responseId !== null && facts.responseId !== null && responseId !== facts.responseId
}

function hasContent({ answer, facts }: Turn): boolean {
  return (answer !== null && answer.step > 0) || facts.audio.samples > 0
}
