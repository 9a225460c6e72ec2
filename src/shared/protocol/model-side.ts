import type { NewId } from '../lib/ids'
import type { AssistantMessage, NewCall } from './assistant-message'
import type { Chunk } from './chunks'
import type { Fields } from './gemini'
import type { Outbox } from './outbox'
import { TranscriptLine } from './transcript-line'
import { heardCharacters, type Turn } from './turn'
import type { Turns } from './turns'
import type { UserSide } from './user-side'

/** Puts what the model says and does into the message of its turn. */
export class ModelSide {
  readonly #outbox: Outbox
  readonly #newId: NewId
  readonly #turns: Turns
  readonly #userSide: UserSide
  /** Live: what the model says after its calls is a new step. Elsewhere one model call is one step. */
  callsEndSteps = false

  constructor(outbox: Outbox, newId: NewId, turns: Turns, userSide: UserSide) {
    this.#outbox = outbox
    this.#newId = newId
    this.#turns = turns
    this.#userSide = userSide
  }

  /** True while output can only be the rest of an interrupted turn that was left for a new one: it is dropped. */
  get isLate(): boolean {
    return this.#turns.leftover === 'output'
  }

  /** The message that output belongs to now. */
  output(): { readonly turn: Turn; readonly answer: AssistantMessage } {
    this.#userSide.beforeOutput()
    return this.#turns.forOutput()
  }

  /** What the model says or shows, as opposed to sound and calls. */
  #saying(): { readonly turn: Turn; readonly answer: AssistantMessage } {
    const output = this.output()
    if (this.callsEndSteps && output.answer.stepHasCalls) output.answer.finishStep()
    return output
  }

  /** Text of a part, verbatim. A signature closes the part it stands on. */
  text(text: string, signature: string | null): void {
    const { turn, answer } = this.#saying()
    answer.closeStream('reasoning')
    if (text !== '') answer.stream('text', text)
    if (signature !== null) answer.sign('text', signature)
    turn.characters += text.length
  }

  /** A thought summary. Beside speech the text goes on after it; elsewhere the order of the parts is kept. */
  thought(text: string, signature: string | null, besideSpeech: boolean): void {
    const { answer } = this.#saying()
    if (!besideSpeech) answer.closeStream('text')
    if (text !== '') answer.stream('reasoning', text)
    if (signature !== null) answer.sign('reasoning', signature)
  }

  /** A piece of the transcript of the model's speech. Repetitions add nothing and open nothing. */
  transcript(text: string, finished: boolean): void {
    if (this.isLate) return
    const known = this.#turns.target()
    if (known !== null && known.written.mirrors(known.said.length, text)) return known.said.append(text)
    const inTurn = known === null ? text.trimStart() : known.said.fresh(text, finished)
    const fresh = known === null || known.saidSinceCall.isEmpty ? inTurn : shorter(inTurn, known.saidSinceCall.fresh(text, finished))
    if (fresh === '') return
    const { turn } = this.output()
    turn.said.append(fresh)
    turn.saidSinceCall.append(fresh)
    this.text(fresh, null)
  }

  /** True when speech said this text at this place before: some models send both. */
  hasSaid(text: string): boolean {
    const turn = this.#turns.target()
    return turn?.said.mirrors(turn.written.length, text) === true
  }

  /** Remembers a text that came as a part, so that its transcript adds nothing. */
  noteWritten(text: string): void {
    this.#turns.target()?.written.append(text)
  }

  /** Speech. Late audio of an interrupted turn is dropped. */
  audio(base64: string, sampleRate: number): void {
    if (this.isLate || this.#turns.target()?.interrupted === true) return this.#outbox.passBy('late-audio')
    const { turn, answer } = this.output()
    const piece = turn.facts.audio.take(base64, sampleRate)
    if (piece === null) return this.#outbox.passBy('unknown-part')
    if (piece.chunk === '') return
    const data = { chunk: piece.chunk, sampleRate, channels: 1, bitDepth: 16, startSample: piece.startSample } as const
    answer.aside({ type: 'data-pcm', data, transient: true })
  }

  /** A whole part other than text. */
  part(chunk: Chunk): void {
    this.#saying().answer.part(chunk, true)
  }

  /** A source, once per address and message. */
  source(url: string, title: string | undefined): void {
    const { turn, answer } = this.output()
    if (turn.sources.has(url)) return
    turn.sources.add(url)
    const chunk = { type: 'source-url', sourceId: `source-${turn.sources.size}`, url } as const
    answer.part(title === undefined ? chunk : { ...chunk, title }, false)
  }

  /** A call of the model; its id is ours. */
  call(call: NewCall): void {
    const { turn, answer } = this.output()
    answer.call(this.#newId('call'), call)
    turn.saidSinceCall = new TranscriptLine()
  }

  /**
   * The user cut in. What was heard is told by the last played position, and only if something was said. The app may say
   * so before the server does (`byServer` false): then it only speaks of an answer that runs.
   */
  interrupt(byServer: boolean): void {
    const { answering, newest } = this.#turns
    if (answering !== null && !answering.done && answering.answer !== null) {
      if (answering.interrupted) return
      answering.interrupted = true
      answering.facts.interrupted = true
      this.#tellInterruption(answering, answering.answer)
    } else if (byServer && newest !== null && !newest.done && newest.answer === null) {
      // the sound of a finished turn was still playing, and the user's key press began this one
      const older = answering !== newest || (newest.spoken && !newest.hasWords)
      if (!older) newest.interrupted = true
      else if (this.#turns.leftover === 'none') this.#turns.leftover = 'completion'
    }
    this.#userSide.releaseNew()
  }

  /** The server completes the turn. `waits` when it says that more comes (an extended-thinking model after its filler). */
  complete(reason: string | null, waits: boolean): void {
    if (this.#turns.leftover !== 'none') {
      this.#turns.leftover = 'none'
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
    this.#userSide.releaseLate()
    turn.done = true
    turn.user?.close()
    turn.facts.turnCompleteReason = reason ?? turn.facts.turnCompleteReason
    if (turn.answer === null && (reason !== null || (turn.hasWords && !turn.interrupted))) this.#sayNothing(turn)
    turn.answer?.finish(turn.closingReason(false))
  }

  /** The server is idle: that completes a turn which was completed before with more to come, and means nothing otherwise. */
  idle(): void {
    if (this.#turns.completing()?.waits === true) this.complete(null, false)
  }

  /** Ends the answer for good with an error that the server reported. */
  fail(errorText: string, code: string | null): void {
    const { turn, answer } = this.output()
    turn.facts.errorCode = code
    turn.user?.close()
    answer.fail(errorText)
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
    if ((turn.answer?.calls.size ?? 0) > 0) return turn.answer?.finishStep()
    turn.facts.rawFinishReason = finished
    turn.user?.close()
    turn.answer?.finish(turn.closingReason(false))
    turn.done = true
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
    const { turn, answer } = this.output()
    answer.begin()
    turn.facts.rawFinishReason = reason
    turn.facts.finishMessage = message
  }

  /** The server refused the prompt: a message without content says so. */
  blockPrompt(reason: string): void {
    const { turn, answer } = this.output()
    answer.begin()
    turn.facts.blockReason = reason
  }

  /** Notes which model answers. */
  takeOrigin(modelVersion: string | undefined, responseId: string | undefined): void {
    const { answering } = this.#turns
    if (answering === null || answering.done) return
    if (modelVersion !== undefined) answering.facts.modelVersion = modelVersion
    if (responseId !== undefined) answering.facts.responseId = responseId
  }

  /** Nothing more comes: closes everything, as cut off unless the server had said that the answer is whole. */
  end(): void {
    this.#userSide.releaseLate()
    const { answering, newest } = this.#turns
    newest?.user?.close()
    answering?.user?.close()
    this.#turns.leftover = 'none'
    if (answering?.answer?.isOpen !== true) return
    answering.answer.finish(answering.closingReason(true))
    answering.done = true
  }

  /** Counts tokens for the present answer; counts that come after its end have no place any more. */
  usage(usage: Fields): void {
    const { answering } = this.#turns
    if (answering !== null && !answering.done) answering.facts.usage.take(usage)
  }

  /** A message without content, so that the user sees that, or why, nothing came. */
  #sayNothing(turn: Turn): void {
    turn.facts.empty = true
    this.#turns.answerOf(turn).begin()
  }

  #tellInterruption(turn: Turn, answer: AssistantMessage): void {
    const totalSamples = turn.facts.audio.samples
    if (!answer.isOpen || (totalSamples === 0 && turn.characters === 0)) return
    const heardSamples = Math.min(turn.playedSamples, totalSamples)
    const data = { heardSamples, totalSamples, heardCharacters: heardCharacters(turn.characters, heardSamples, totalSamples) }
    answer.aside({ type: 'data-interrupted', data })
  }
}

function shorter(left: string, right: string): string {
  return left.length <= right.length ? left : right
}
