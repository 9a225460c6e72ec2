import type { NewId } from '../lib/ids'
import type { JsonValue } from '../lib/json'
import { messageOf } from '../messages/message'
import type { AssistantMessage } from './assistant-message'
import type { Outbox } from './chunk-outbox'
import type { CallOutcome } from './converter-input'
import { deliveryOf, type NewCall } from './new-call'
import type { OpenCall } from './open-call'
import type { Turn } from './turn'
import type { Turns } from './turns'

/** What happens to the model's calls: questions, pauses, answers. */
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

  /** All calls without an answer, oldest first. */
  list(): readonly OpenCall[] {
    return this.#turns.known().flatMap((turn) => turn.answer?.calls.list() ?? [])
  }

  /** Open calls that carry this id of the model's, in the latest message that has any: ids come back in later turns. */
  withModelId(modelCallId: string): readonly OpenCall[] {
    for (const turn of [...this.#turns.known()].reverse()) {
      const calls = turn.answer?.calls.list().filter((call) => call.modelCallId === modelCallId) ?? []
      if (calls.length > 0) return calls
    }
    return []
  }

  /**
   * True for a call that is delivered once more: same id, same tool, same input, same answer; and it is open, or the model
   * has said nothing since, so that it is no new wish.
   */
  isRepeated(call: NewCall): boolean {
    const turn = this.#turns.target()
    if (call.modelCallId === null || turn === null) return false
    const delivery = deliveryOf(call)
    if (turn.delivered.get(delivery) === turn.text.length) return true
    const open = turn.answer?.calls.list() ?? []
    return open.some((one) => one.modelCallId === call.modelCallId && deliveryOf(one) === delivery)
  }

  /**
   * True for a call that one response of the text endpoint holds once more: same id, same tool, same arguments. The signature
   * may stand on any of them; `raw` is the part that carries it, to be sent back in the place of the first.
   */
  isRepeatedInResponse(call: NewCall, raw: unknown): boolean {
    const turn = this.#turns.target()
    if (call.modelCallId === null || turn === null) return false
    const delivery = deliveryOf(call)
    const toolCallId = turn.requested.get(delivery)
    if (toolCallId === undefined) return false
    if (call.signature !== null) {
      turn.answer?.signCall(toolCallId, call.signature)
      turn.contents.signCall(delivery, raw)
    }
    return true
  }

  /** A call was written: its delivery is known from now on. */
  delivered(call: NewCall): void {
    const turn = this.#turns.answering
    if (call.modelCallId !== null) turn?.delivered.set(deliveryOf(call), turn.text.length)
  }

  /** Asks the user about a call of the open step. */
  ask(toolCallId: string, approvalId: string): void {
    const answer = this.#turnOf(toolCallId)?.answer
    const known = approvalId === '' || this.#approvalIds.has(approvalId)
    if (known || answer?.ask(toolCallId, approvalId) !== true) this.#outbox.passBy('late-question')
    else this.#approvalIds.add(approvalId)
  }

  /** Pauses the response for the user, if there is something to wait for. */
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

  /** The model takes its calls of this id back, as it does when the user cuts in: an interrupted turn stays interrupted. */
  takeBack(modelCallId: string): void {
    const reason = messageOf('taken-back-by-model')
    for (const { toolCallId } of this.withModelId(modelCallId)) this.#settle(toolCallId, { kind: 'withdrawn', reason }, true)
  }

  /** Tells what a call has so far; it stays open. */
  progress(toolCallId: string, output: JsonValue): void {
    const turn = this.#turnOf(toolCallId)
    if (turn === undefined || turn.answer === null) return
    turn.answer.progress(toolCallId, output)
    this.#answered(turn, turn.answer, false)
  }

  /** The user's side speaks of this call, perhaps long after its turn: what the agent says next goes on with its message. */
  resume(toolCallId: string): void {
    const turn = this.#turnOf(toolCallId)
    if (turn !== undefined) this.#turns.resume(turn)
  }

  /** The user said yes to this call; what it brought comes later. */
  approved(toolCallId: string): void {
    this.#turnOf(toolCallId)?.answer?.approved(toolCallId)
  }

  /** The user's side hands in what this call brought, in a request of its own: the response that is open pauses for it. */
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
