import type { JsonValue } from '../lib/json'
import { BegunCalls } from './begun-calls'
import type { Outbox } from './chunk-outbox'
import type { Chunk, FinishReason } from './chunks'
import type { CallOutcome, TakenUpCall } from './converter-input'
import type { MessageFacts } from './message-facts'
import { callChunks, type NewCall } from './new-call'
import { type CallRecord, newRecord } from './open-call'
import { OpenCalls } from './open-calls'
import { resultChunk, settlementChunk } from './settlement'
import { StreamedParts, type StreamKind } from './streamed-parts'

/**
 * Writes the one assistant message of a turn as responses of the UI message stream. This is the only place that knows
 * the grammar: steps are balanced, parts are opened and closed once, nothing follows a result inside its step, and an
 * answer to an earlier response stands before the first step of a continuation (docs/protocol.md).
 */
export class AssistantMessage {
  readonly role = 'assistant'
  readonly turnId: string
  readonly messageId: string
  readonly calls = new OpenCalls()
  readonly #outbox: Outbox
  readonly #facts: MessageFacts
  readonly #streams = new StreamedParts((chunk) => this.#put(chunk))
  readonly #begun = new BegunCalls()
  #responses = 0
  #steps = 0
  #stepsHere = 0
  #open = false
  #inStep = false
  #resultInStep = false
  #stepHasCalls = false
  #speaking = false
  #lastReason: FinishReason | null = null

  constructor(outbox: Outbox, turnId: string, messageId: string, facts: MessageFacts) {
    this.#outbox = outbox
    this.turnId = turnId
    this.messageId = messageId
    this.#facts = facts
  }

  /** The message of an earlier run of the app, as it paused. */
  static paused(outbox: Outbox, { turnId, messageId, steps }: TakenUpCall, facts: MessageFacts): AssistantMessage {
    const message = new AssistantMessage(outbox, turnId, messageId, facts)
    message.#responses = 1
    message.#steps = steps
    message.#lastReason = 'tool-calls'
    return message
  }

  /** True while a response is open. */
  get isOpen(): boolean {
    return this.#open
  }

  /** True while the model puts something out, and does not just wait for a call. */
  get isSpeaking(): boolean {
    return this.#open && this.#speaking
  }

  /** A finished message may only be opened again after a pause for calls. */
  get canContinue(): boolean {
    return this.#open || this.#responses === 0 || this.#lastReason === 'tool-calls'
  }

  /** Number of the present step in the message, from 1; 0 while nothing was said in it. */
  get step(): number {
    return this.#steps
  }

  /** True when the open response has come to a step: an answer to an earlier one can't stand in it any more. */
  get hasStep(): boolean {
    return this.#open && this.#stepsHere > 0
  }

  /** True when the open step holds a call. */
  get stepHasCalls(): boolean {
    return this.#inStep && this.#stepHasCalls
  }

  /** Opens a response, unless one is open. */
  #begin(): void {
    if (this.#open) return
    this.#open = true
    this.#speaking = false
    this.#responses += 1
    this.#stepsHere = 0
    const metadata = this.#responses > 1 ? {} : { messageMetadata: { turnId: this.turnId } }
    this.#put({ type: 'start', messageId: this.messageId, ...metadata })
  }

  /** Opens the first response even if nothing is said in it. A continuation is never opened for nothing. */
  exist(): void {
    if (this.#responses === 0) this.#begin()
  }

  /** A chunk that may stand outside steps (audio, notices). */
  aside(chunk: Chunk): void {
    this.#begin()
    this.#speaking = true
    this.#put(chunk)
  }

  /** A whole part: a source, a file, code. `endsText` closes the text before it, so that the order stays what it was. */
  part(chunk: Chunk, endsText: boolean): void {
    this.#enterStep()
    if (endsText) this.#streams.closeAll()
    this.#speaking = true
    this.#put(chunk)
  }

  /** Streams text or thoughts into the open part of that kind, or into a new one. */
  stream(kind: StreamKind, delta: string): void {
    this.#enterStep()
    this.#speaking = true
    this.#streams.add(kind, delta)
  }

  /** Closes the open part of that kind with a signature; without one, an empty part carries it. */
  sign(kind: StreamKind, signature: string): void {
    this.#enterStep()
    this.#speaking = true
    this.#streams.sign(kind, signature)
  }

  /** Closes the open part of one kind, if there is one. */
  closeStream(kind: StreamKind): void {
    this.#streams.close(kind)
  }

  /** Adds a call to the open step. `mayBeSigned`: it is whole only when its step ends, or something is said about it. */
  call(toolCallId: string, call: NewCall, mayBeSigned: boolean): void {
    this.#enterStep()
    this.#streams.closeAll()
    this.#stepHasCalls = true
    this.#speaking = false
    const { turnId, messageId } = this
    this.calls.set(newRecord({ turnId, messageId, response: this.#responses, step: this.#steps }, toolCallId, call))
    if (mayBeSigned) {
      this.#put(this.#begun.begin(toolCallId, call))
      return
    }
    for (const chunk of callChunks(toolCallId, call)) this.#put(chunk)
  }

  /** The signature of a call came after it; one that is whole in the stream keeps it in the model's contents alone. */
  signCall(toolCallId: string, signature: string): void {
    this.#begun.sign(toolCallId, signature)
  }

  /** No signature comes any more: all calls of the open step are whole. */
  completeCalls(): void {
    for (const chunk of this.#begun.complete()) this.#put(chunk)
  }

  /** Asks the user about a call of the open step; false when it is too late for that, or was done. */
  ask(toolCallId: string, approvalId: string): boolean {
    const call = this.calls.get(toolCallId)
    if (call === undefined || call.approvalId !== null || call.progressed || !this.#isInOpenStep(call)) return false
    this.completeCalls()
    this.calls.set({ ...call, approvalId })
    this.#put({ type: 'tool-approval-request', approvalId, toolCallId })
    return true
  }

  /**
   * Settles a call, once. Where the answer may stand depends on the call: in the open step when it was not asked about and
   * belongs to this response, otherwise before the first step of a continuation, which is opened for it. A denial without
   * a question gets one first (`newApprovalId`); when the step of the call is past, it can only be told as an error.
   */
  settle(toolCallId: string, outcome: CallOutcome, newApprovalId: () => string): void {
    const call = this.calls.get(toolCallId)
    if (call === undefined) return
    const denied = outcome.kind === 'denied' || outcome.kind === 'expired'
    const asked = call.approvalId !== null || (denied && this.ask(toolCallId, newApprovalId()))
    this.#answer(call, asked, settlementChunk(toolCallId, outcome, asked && !call.progressed && !call.approved))
    if (outcome.kind === 'result') for (const data of outcome.artifacts ?? []) this.#put({ type: 'data-artifact', data })
    this.calls.delete(toolCallId)
  }

  /** The user said yes to this call. */
  approved(toolCallId: string): void {
    const call = this.calls.get(toolCallId)
    if (call !== undefined) this.calls.set({ ...call, approved: true })
  }

  /** Shows what a call has so far, where its answer would stand. It stays open. */
  progress(toolCallId: string, output: JsonValue): void {
    const call = this.calls.get(toolCallId)
    if (call === undefined) return
    this.#answer(call, call.approvalId !== null, { ...resultChunk(toolCallId, output), preliminary: true })
    this.calls.set({ ...call, progressed: true })
  }

  #answer(call: CallRecord, asked: boolean, chunk: Chunk): void {
    this.completeCalls()
    this.#makeRoom(call, asked)
    this.#put(chunk)
    this.#speaking = false
    if (this.#inStep) this.#resultInStep = true
  }

  /** Ends the open step; what the model says next stands in a new one. */
  finishStep(): void {
    this.#speaking = false
    if (!this.#inStep) return
    this.#streams.closeAll()
    this.completeCalls()
    this.#inStep = false
    this.#put({ type: 'finish-step' })
  }

  /** Ends the response. Open calls make every end a pause: they can still be answered. */
  finish(reason: FinishReason): void {
    if (!this.#open) return
    this.finishStep()
    for (const chunk of this.#outbox.takeDiagnostics()) this.#put(chunk)
    const finishReason = this.calls.size > 0 ? 'tool-calls' : reason
    this.#put({ type: 'finish', finishReason, messageMetadata: this.#facts.toMetadata() })
    this.#open = false
    this.#lastReason = finishReason
  }

  /** Ends the response with an error; calls that nobody can answer any more are withdrawn first. */
  fail(errorText: string): void {
    const reason = 'The answer broke off with an error before this call was settled.'
    for (const call of this.calls.list()) this.settle(call.toolCallId, { kind: 'withdrawn', reason }, () => '')
    this.#begin()
    this.#streams.closeAll()
    for (const chunk of this.#outbox.takeDiagnostics()) this.#put(chunk)
    this.#put({ type: 'error', errorText })
    this.finish('error')
  }

  #put(chunk: Chunk): void {
    this.#outbox.put(this, chunk)
  }

  #enterStep(): void {
    this.#begin()
    if (this.#inStep && this.#resultInStep) this.finishStep()
    if (this.#inStep) return
    this.#inStep = true
    this.#resultInStep = false
    this.#stepHasCalls = false
    this.#steps += 1
    this.#stepsHere += 1
    this.#put({ type: 'start-step' })
  }

  #isInOpenStep(call: CallRecord): boolean {
    return this.#inStep && call.response === this.#responses && call.step === this.#steps
  }

  #makeRoom(call: CallRecord, asked: boolean): void {
    const elsewhere = call.response < this.#responses ? this.#stepsHere > 0 : asked
    if (elsewhere) this.finish('tool-calls')
    if (!this.#open) this.#begin()
    else if (call.response === this.#responses) {
      this.#streams.closeAll()
      if (!this.#inStep) this.#enterStep()
    }
  }
}
