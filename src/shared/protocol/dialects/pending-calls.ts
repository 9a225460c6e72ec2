import type { JsonValue } from '../../lib/json'

/** A call without a result, and what it waits for. */
export interface PendingCall {
  readonly messageId: string
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonValue
  /** Its approval, or null without one. */
  readonly approvalId: string | null
  /** The approval was granted. */
  readonly approved: boolean
}

/** A server log may contain calls without results: the most messages with open calls, and calls of one message. */
const MOST_MESSAGES = 1000
const MOST_CALLS = 1000

/** The calls of a conversation without a result, oldest first. */
export class PendingCalls {
  readonly #messages = new Map<string, Map<string, PendingCall>>()
  /** toolCallId → messageId */
  readonly #places = new Map<string, string>()

  add(messageId: string, toolCallId: string, toolName: string, input: JsonValue): void {
    const calls = this.#messages.get(messageId) ?? new Map<string, PendingCall>()
    calls.set(toolCallId, { messageId, toolCallId, toolName, input, approvalId: null, approved: false })
    this.#messages.set(messageId, calls)
    this.#places.set(toolCallId, messageId)
    const [first] = calls.keys()
    if (calls.size > MOST_CALLS && first !== undefined) this.settle(first)
    const [oldest] = this.#messages.keys()
    if (this.#messages.size > MOST_MESSAGES && oldest !== undefined) this.dropMessage(oldest)
  }

  get(toolCallId: string): PendingCall | undefined {
    return this.#messages.get(this.#places.get(toolCallId) ?? '')?.get(toolCallId)
  }

  ask(toolCallId: string, approvalId: string): void {
    this.#change(toolCallId, { approvalId })
  }

  approve(toolCallId: string): void {
    this.#change(toolCallId, { approved: true })
  }

  settle(toolCallId: string): void {
    const messageId = this.#places.get(toolCallId) ?? ''
    const calls = this.#messages.get(messageId)
    calls?.delete(toolCallId)
    if (calls?.size === 0) this.#messages.delete(messageId)
    this.#places.delete(toolCallId)
  }

  list(): readonly PendingCall[] {
    return [...this.#messages.values()].flatMap((calls) => [...calls.values()])
  }

  ofMessage(messageId: string): readonly PendingCall[] {
    return [...(this.#messages.get(messageId)?.values() ?? [])]
  }

  /** The message has ended: its open calls will never get a result. */
  dropMessage(messageId: string): void {
    for (const { toolCallId } of this.ofMessage(messageId)) this.#places.delete(toolCallId)
    this.#messages.delete(messageId)
  }

  #change(toolCallId: string, change: Partial<PendingCall>): void {
    const call = this.get(toolCallId)
    if (call !== undefined) this.#messages.get(call.messageId)?.set(toolCallId, { ...call, ...change })
  }
}
