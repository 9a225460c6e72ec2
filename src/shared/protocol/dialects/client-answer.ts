import type { JsonValue } from '../../lib/json'
import type { PendingCall } from './pending-calls'

/** A client's answer about one call. The approval queue decides whether it counts. */
export type ClientAnswer =
  | {
      readonly kind: 'approval'
      readonly approvalId: string
      readonly toolCallId: string
      /** True only for the boolean true. */
      readonly approved: boolean
      readonly reason: string | null
      /** Arguments that the user changed; undefined if they were not changed. */
      readonly editedInput?: JsonValue
    }
  | { readonly kind: 'output'; readonly toolCallId: string; readonly output: JsonValue }
  | { readonly kind: 'failed'; readonly toolCallId: string; readonly errorText: string }
  /** The client withdrew the call without an answer: that is not a denial. */
  | { readonly kind: 'cancelled'; readonly toolCallId: string }

/** The valid answers in order, and a text about each invalid one. */
export interface ClientAnswerList {
  readonly answers: readonly ClientAnswer[]
  readonly problems: readonly string[]
}

/** Collects answers: one per call, the first one counts; no output for a call that still needs a yes. */
export class AnswerCollector {
  readonly #pending: readonly PendingCall[]
  readonly #answers = new Map<string, ClientAnswer>()
  readonly #problems: string[] = []

  constructor(pending: readonly PendingCall[]) {
    this.#pending = pending
  }

  /** The call with this approval. */
  question(approvalId: string): PendingCall | undefined {
    return this.#pending.find((call) => call.approvalId === approvalId && !call.approved)
  }

  call(toolCallId: string): PendingCall | undefined {
    return this.#pending.find((call) => call.toolCallId === toolCallId)
  }

  decide(call: PendingCall, approvalId: string, approved: boolean, reason: string | null, editedInput?: JsonValue): void {
    const edited = editedInput === undefined ? {} : { editedInput }
    this.#add({ kind: 'approval', approvalId, toolCallId: call.toolCallId, approved, reason, ...edited })
  }

  output(call: PendingCall, output: JsonValue): void {
    if (this.#mayRun(call)) this.#add({ kind: 'output', toolCallId: call.toolCallId, output })
  }

  failed(call: PendingCall, errorText: string): void {
    if (this.#mayRun(call)) this.#add({ kind: 'failed', toolCallId: call.toolCallId, errorText })
  }

  cancelled(call: PendingCall): void {
    this.#add({ kind: 'cancelled', toolCallId: call.toolCallId })
  }

  problem(words: string): void {
    this.#problems.push(words)
  }

  result(): ClientAnswerList {
    return { answers: [...this.#answers.values()], problems: this.#problems }
  }

  #mayRun(call: PendingCall): boolean {
    if (call.approvalId === null || call.approved) return true
    this.#problems.push(`The call ${call.toolCallId} has an output, but nobody allowed it.`)
    return false
  }

  #add(answer: ClientAnswer): void {
    if (this.#answers.has(answer.toolCallId))
      this.#problems.push(`The call ${answer.toolCallId} is answered twice: the first answer counts.`)
    else this.#answers.set(answer.toolCallId, answer)
  }
}
