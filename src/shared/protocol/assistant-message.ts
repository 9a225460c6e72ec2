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
 * Writes the one assistant message of a turn as responses of the UI message stream. Only this class implements the
 * grammar: steps are balanced, parts are opened and closed once, nothing follows a result inside its step, and a result
 * for an earlier response comes before the first step of a continuation (docs/protocol.md).
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

  /** A paused message from an earlier run of the app. */
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

  /** True while the model sends output, and not while it only waits for a call. */
  get isSpeaking(): boolean {
    return this.#open && this.#speaking
  }

  /** A finished message may only be opened again after a pause for calls. */
  get canContinue(): boolean {
    return this.#open || this.#responses === 0 || this.#lastReason === 'tool-calls'
  }

  /** Number of the current step in the message, from 1; 0 before any output. */
  get step(): number {
    return this.#steps
  }

  /** True when the open response has a step: a result for an earlier response can't be part of it any more. */
  get hasStep(): boolean {
    return this.#open && this.#stepsHere > 0
  }

  /** True when the open step contains a call. */
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

  /** Opens the first response even without output. A continuation is never opened without output. */
  exist(): void {
    if (this.#responses === 0) this.#begin()
  }

  /** A chunk that may be outside steps (audio, notices). */
  aside(chunk: Chunk): void {
    this.#begin()
    this.#speaking = true
    this.#put(chunk)
  }

  /** A whole part: a source, a file, code. `endsText` closes the text before it, so that the order is preserved. */
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

  /** Closes the open part of that kind with a signature; if none is open, an empty part carries it. */
  sign(kind: StreamKind, signature: string): void {
    this.#enterStep()
    this.#speaking = true
    this.#streams.sign(kind, signature)
  }

  /** Closes the open part of one kind, if there is one. */
  closeStream(kind: StreamKind): void {
    this.#streams.close(kind)
  }

  /**
   * Adds a call to the open step. `mayBeSigned`: it is complete only when its step ends, or when something about it
   * follows.
   */
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

  /**
   * Adds a signature that came after its call; for a call that is already complete in the stream, only the model's
   * contents keep it.
   */
  signCall(toolCallId: string, signature: string): void {
    this.#begun.sign(toolCallId, signature)
  }

  /** No more signatures follow: all calls of the open step are complete. */
  completeCalls(): void {
    for (const chunk of this.#begun.complete()) this.#put(chunk)
  }

  /** Requests approval for a call of the open step; false if it is too late for that or was done already. */
  ask(toolCallId: string, approvalId: string): boolean {
    const call = this.calls.get(toolCallId)
    if (call === undefined || call.approvalId !== null || call.progressed || !this.#isInOpenStep(call)) return false
    this.completeCalls()
    this.calls.set({ ...call, approvalId })
    this.#put({ type: 'tool-approval-request', approvalId, toolCallId })
    return true
  }

  /**
   * Settles a call, once. Its result belongs to the open step if the call needed no approval and is part of this response,
   * otherwise before the first step of a continuation, which is opened for it. A denial without an approval request gets
   * one first (`newApprovalId`); when the call's step is over, it can only be written as an error.
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

  /** Shows the preliminary result of a call, in the place of its result. The call stays open. */
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

  /** Ends the open step; the model's next output begins a new one. */
  finishStep(): void {
    this.#speaking = false
    if (!this.#inStep) return
    this.#streams.closeAll()
    this.completeCalls()
    this.#inStep = false
    this.#put({ type: 'finish-step' })
  }

  /** Ends the response. With open calls, every end is a pause: they can still be settled. */
  finish(reason: FinishReason): void {
    if (!this.#open) return
    this.finishStep()
    for (const chunk of this.#outbox.takeDiagnostics()) this.#put(chunk)
    const finishReason = this.calls.size > 0 ? 'tool-calls' : reason
    this.#put({ type: 'finish', finishReason, messageMetadata: this.#facts.toMetadata() })
    this.#open = false
    this.#lastReason = finishReason
  }

  /** Ends the response with an error; calls that nobody can settle any more are withdrawn first. */
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
