import { normalizeBase64 } from '../lib/base64'
import type { NewId } from '../lib/ids'
import type { AssistantMessage } from './assistant-message'
import type { Outbox } from './chunk-outbox'
import type { Chunk } from './chunks'
import type { NewCall } from './new-call'
import { TranscriptSegment } from './transcript-segment'
import type { Turn } from './turn'
import type { Turns } from './turns'
import type { UserWriter } from './user-writer'

const MOST_EARLY_SOURCES = 1000

/** The destination of the model's output. */
interface Output {
  readonly turn: Turn
  readonly answer: AssistantMessage
}

/** Writes the model's output into the message of its turn. */
export class ModelWriter {
  readonly #outbox: Outbox
  readonly #newId: NewId
  readonly #turns: Turns
  readonly #userSide: UserWriter
  /**
   * The source of the model's output. Live: output after its calls is a new step. Otherwise one model call is one step.
   */
  from: 'live' | 'text' | 'adk' = 'text'

  constructor(outbox: Outbox, newId: NewId, turns: Turns, userSide: UserWriter) {
    this.#outbox = outbox
    this.#newId = newId
    this.#turns = turns
    this.#userSide = userSide
  }

  get #isLive(): boolean {
    return this.from === 'live'
  }

  /** True while output can only be the rest of an interrupted turn: it is dropped. */
  get isLate(): boolean {
    return this.#turns.leftover === 'output'
  }

  /** The message that output belongs to now. */
  output(): Output {
    this.#userSide.beforeOutput()
    const output = this.#turns.forOutput()
    if (output.turn.earlySources.size > 0) addEarlySources(output)
    return output
  }

  /** The output destination for text and files, as opposed to sound and calls. */
  #saying(): Output {
    const output = this.output()
    if (this.#isLive && output.answer.stepHasCalls) output.answer.finishStep()
    return output
  }

  /** Text of a part, verbatim. A signature closes its part. */
  text(text: string, signature: string | null): void {
    const { turn, answer } = this.#saying()
    answer.closeStream('reasoning')
    if (text !== '') answer.stream('text', text)
    if (signature !== null) answer.sign('text', signature)
    turn.text.add(text)
  }

  /** A thought summary. Next to speech, the text continues after it; elsewhere the order of the parts is preserved. */
  thought(text: string, signature: string | null, besideSpeech: boolean): void {
    const { answer } = this.#saying()
    if (!besideSpeech) answer.closeStream('text')
    if (text !== '') answer.stream('reasoning', text)
    if (signature !== null) answer.sign('reasoning', signature)
  }

  /** A piece of the transcript of the model's speech. Repetitions add nothing and open nothing. */
  transcript(text: string, finished: boolean): void {
    if (this.isLate || this.#repeatsLastTurn(text, finished)) return
    this.#userSide.beforeOutput()
    const known = this.#turns.target()
    if (known?.written.mirrors(known.said.length, text) === true) {
      known.said.append(text)
      return
    }
    const inTurn = known === null ? text.trimStart() : known.said.fresh(text, finished)
    const fresh = known === null || known.saidSinceCall.isEmpty ? inTurn : shorter(inTurn, known.saidSinceCall.fresh(text, finished))
    if (fresh === '') return
    const { turn } = this.output()
    turn.said.append(fresh)
    turn.saidSinceCall.append(fresh)
    this.text(fresh, null)
  }

  // the whole transcript again after the turn was completed; the same answer to further user speech is a new one, unless it
  // is marked as finished: then it may be late (in Live; a stored ADK session contains only finished transcripts)
  #repeatsLastTurn(text: string, finished: boolean): boolean {
    const { answering, newest } = this.#turns
    if (this.#userSide.hasHeld && (!finished || !this.#isLive)) return false
    return answering?.done === true && answering === newest && (finished || answering.said.length > 12) && answering.said.isRepetition(text)
  }

  /** True if speech already had this text at this place: some models send both. */
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
    if (this.isLate || this.#turns.target()?.interrupted === true) {
      this.#outbox.passBy('late-audio')
      return
    }
    const standard = normalizeBase64(base64)
    if (standard === null) {
      this.#outbox.passBy('unknown-part')
      return
    }
    const { turn, answer } = this.output()
    const piece = turn.facts.audio.take(standard, sampleRate)
    if (piece.chunk === '') return
    const data = { chunk: piece.chunk, sampleRate, channels: 1, bitDepth: 16, startSample: piece.startSample } as const
    answer.aside({ type: 'data-pcm', data, transient: true })
  }

  /** A whole part other than text. */
  part(chunk: Chunk): void {
    this.#saying().answer.part(chunk, true)
  }

  /**
   * A source, once per address and message. A Live source that comes before the answer of its turn waits for it; without
   * a waiting turn it has no place.
   */
  source(url: string, title: string | undefined): void {
    const turn = this.#turns.target()
    if (!this.#isLive || (turn !== null && turn.answer !== null)) addSource(this.output(), url, title)
    else if (turn === null || this.isLate || turn.earlySources.size >= MOST_EARLY_SOURCES) this.#outbox.passBy('late-source')
    else if (!turn.earlySources.has(url)) turn.earlySources.set(url, title)
  }

  /** A call of the model; its id is ours. */
  call(call: NewCall): void {
    const { turn, answer } = this.output()
    const toolCallId = this.#newId('call')
    // streamed text may contain a call again, with the signature that the first copy lacked
    const mayBeSigned = this.from === 'text' && call.modelCallId !== null && call.signature === null
    answer.call(toolCallId, call, mayBeSigned)
    if (this.from === 'text') turn.requested.set(call, toolCallId)
    turn.saidSinceCall = new TranscriptSegment()
  }
}

function addEarlySources(output: Output): void {
  const early = [...output.turn.earlySources]
  output.turn.earlySources.clear()
  for (const [url, title] of early) addSource(output, url, title)
}

function addSource({ turn, answer }: Output, url: string, title: string | undefined): void {
  if (turn.sources.has(url)) return
  turn.sources.add(url)
  const chunk = { type: 'source-url', sourceId: `source-${turn.sources.size}`, url } as const
  answer.part(title === undefined ? chunk : { ...chunk, title }, false)
}

function shorter(left: string, right: string): string {
  return left.length <= right.length ? left : right
}
