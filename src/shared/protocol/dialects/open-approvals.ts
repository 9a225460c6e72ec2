import type { JsonValue } from '../../lib/json'

/** A call that is known by its input, and the question about it. */
export interface OpenApproval {
  readonly messageId: string
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonValue
  readonly approvalId: string
  /** The id of the injected confirmation call; null in the standard form. */
  readonly confirmationId: string | null
  /** What the user said; null while nobody has. */
  readonly answer: { readonly approved: boolean; readonly reason: string | null } | null
}

/** How many open questions are kept; the oldest are given up. */
const MOST_QUESTIONS = 10_000

/** The questions of a conversation that are not settled, under each of their three ids. */
export class OpenApprovals {
  readonly #byCall = new Map<string, OpenApproval>()
  /** approvalId or confirmationId → toolCallId */
  readonly #names = new Map<string, string>()

  add(question: OpenApproval): void {
    this.#byCall.set(question.toolCallId, question)
    this.#names.set(question.approvalId, question.toolCallId)
    if (question.confirmationId !== null) this.#names.set(question.confirmationId, question.toolCallId)
    const [oldest] = this.#byCall.keys()
    if (this.#byCall.size > MOST_QUESTIONS && oldest !== undefined) this.remove(oldest)
  }

  /** Finds a question by the id of its call, of the question or of the confirmation. */
  find(id: string): OpenApproval | undefined {
    return this.#byCall.get(this.#names.get(id) ?? id)
  }

  answer(question: OpenApproval, approved: boolean, reason: string | null): void {
    this.#byCall.set(question.toolCallId, { ...question, answer: { approved, reason } })
  }

  remove(toolCallId: string): OpenApproval | undefined {
    const question = this.#byCall.get(toolCallId)
    if (question === undefined) return undefined
    this.#byCall.delete(toolCallId)
    this.#names.delete(question.approvalId)
    if (question.confirmationId !== null) this.#names.delete(question.confirmationId)
    return question
  }

  list(): readonly OpenApproval[] {
    return [...this.#byCall.values()]
  }
}
