import type { JsonValue } from '../../lib/json'

/** A call with a known input, and its approval. */
export interface OpenApproval {
  readonly messageId: string
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonValue
  readonly approvalId: string
  /** The id of the injected confirmation call; null in the standard form. */
  readonly confirmationId: string | null
  /** The user's answer; null until there is one. */
  readonly answer: { readonly approved: boolean; readonly reason: string | null } | null
}

/** How many open approvals are stored; the oldest are dropped. */
const MOST_QUESTIONS = 10_000

/** The open approvals of a conversation, by each of their three ids. */
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

  /** Finds an approval by the id of its call, of the approval or of the confirmation. */
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
