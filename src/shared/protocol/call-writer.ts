import type { NewId } from '../lib/ids'
import type { JsonValue } from '../lib/json'
import { messageOf } from '../messages/message'
import type { AssistantMessage } from './assistant-message'
import type { Outbox } from './chunk-outbox'
import type { CallOutcome } from './converter-input'
import { isSameDelivery, type NewCall } from './new-call'
import type { OpenCall } from './open-call'
import type { Turn } from './turn'
import type { Turns } from './turns'

/** Writes what happens to the model's calls: approvals, pauses, results. */
export class CallWriter {
  readonly #outbox: Outbox
  readonly #newId: NewId
  readonly #turns: Turns
  readonly #approvalIds = new Set<string>()

  constructor(outbox: Outbox, newId: NewId, turns: Turns) {
    this.#outbox = outbox
    this.#newId = newId
    this.#turns = turns
  }

  /** All calls without a result, oldest first. */
  list(): readonly OpenCall[] {
    return this.#turns.known().flatMap((turn) => turn.answer?.calls.list() ?? [])
  }

  /** Open calls with this id of the model's, in the latest message that has any: ids recur in later turns. */
  withModelId(modelCallId: string): readonly OpenCall[] {
    for (const turn of [...this.#turns.known()].reverse()) {
      const calls = turn.answer?.calls.list().filter((call) => call.modelCallId === modelCallId) ?? []
      if (calls.length > 0) return calls
    }
    return []
  }

  /**
   * True for a repeated delivery of a call: same id, tool, input and answer; and the call is open, or the model has sent
   * no other output since, so that it is not a new call.
   */
  isRepeated(call: NewCall): boolean {
    const turn = this.#turns.target()
    if (call.modelCallId === null || turn === null) return false
    if (turn.delivered.get(call) === turn.text.length) return true
    return turn.answer?.calls.list().some((open) => isSameDelivery(open, call)) ?? false
  }

  /**
   * True for a call that one response of the text endpoint contains again: same id, tool and arguments. The signature may be
   * on either copy; `raw` is the part with the signature, to be sent back instead of the first.
   */
  isRepeatedInResponse(call: NewCall, raw: unknown): boolean {
    const turn = this.#turns.target()
    if (call.modelCallId === null || turn === null) return false
    const toolCallId = turn.requested.get(call)
    if (toolCallId === undefined) return false
    if (call.signature !== null) {
      turn.answer?.signCall(toolCallId, call.signature)
      turn.contents.signCall(call, raw)
    }
    return true
  }

  /** Remembers the delivery of a written call. */
  delivered(call: NewCall): void {
    const turn = this.#turns.answering
    turn?.delivered.set(call, turn.text.length)
  }

  /** Requests approval for a call of the open step. */
  ask(toolCallId: string, approvalId: string): void {
    const answer = this.#turnOf(toolCallId)?.answer
    const known = approvalId === '' || this.#approvalIds.has(approvalId)
    if (known || answer?.ask(toolCallId, approvalId) !== true) this.#outbox.passBy('late-question')
    else this.#approvalIds.add(approvalId)
  }

  /** Pauses the response for the user, if a call is waiting. */
  pause(): void {
    const turn = this.#turns.answering
    if (turn?.answer?.isOpen !== true || turn.answer.calls.size === 0) return
    turn.user?.close()
    turn.answer.finish('tool-calls')
  }

  /** Settles a call once; the answer of an older turn is closed again at once. */
  settle(toolCallId: string, outcome: CallOutcome): void {
    this.#settle(toolCallId, outcome, false)
  }

  /**
   * The model withdraws its calls with this id, as it does after an interruption: an interrupted turn stays
   * interrupted.
   */
  takeBack(modelCallId: string): void {
    const reason = messageOf('taken-back-by-model')
    for (const { toolCallId } of this.withModelId(modelCallId)) this.#settle(toolCallId, { kind: 'withdrawn', reason }, true)
  }

  /** Shows a call's preliminary result; the call stays open. */
  progress(toolCallId: string, output: JsonValue): void {
    const turn = this.#turnOf(toolCallId)
    if (turn === undefined || turn.answer === null) return
    turn.answer.progress(toolCallId, output)
    this.#answered(turn, turn.answer, false)
  }

  /** The user's side resumes this call, perhaps long after its turn: the agent's next output continues its message. */
  resume(toolCallId: string): void {
    const turn = this.#turnOf(toolCallId)
    if (turn !== undefined) this.#turns.resume(turn)
  }

  /** The user said yes to this call; its result follows later. */
  approved(toolCallId: string): void {
    this.#turnOf(toolCallId)?.answer?.approved(toolCallId)
  }

  /** The user's side sends this call's result in a request of its own: the open response pauses for it. */
  handIn(toolCallId: string): void {
    this.resume(toolCallId)
    const answer = this.#turnOf(toolCallId)?.answer
    if (answer?.hasStep === true) answer.finish('tool-calls')
  }

  #settle(toolCallId: string, outcome: CallOutcome, staysInterrupted: boolean): void {
    const turn = this.#turnOf(toolCallId)
    if (turn?.answer === null || turn === undefined) {
      this.#outbox.passBy('unknown-call')
      return
    }
    turn.answer.settle(toolCallId, outcome, () => this.#newApprovalId())
    this.#answered(turn, turn.answer, staysInterrupted)
  }

  #answered(turn: Turn, answer: AssistantMessage, staysInterrupted: boolean): void {
    turn.facts.rawFinishReason = null
    turn.requested.clear()
    turn.callEnded = false
    if (!staysInterrupted) turn.interrupted = false
    const { answering, newest } = this.#turns
    if (turn !== answering || (turn.done && turn !== newest)) answer.finish(turn.interrupted ? 'other' : 'stop')
  }

  #turnOf(toolCallId: string): Turn | undefined {
    return this.#turns.known().find((turn) => turn.answer?.calls.get(toolCallId) !== undefined)
  }

  #newApprovalId(): string {
    let id = this.#newId('approval')
    while (this.#approvalIds.has(id)) id = this.#newId('approval')
    this.#approvalIds.add(id)
    return id
  }
}
