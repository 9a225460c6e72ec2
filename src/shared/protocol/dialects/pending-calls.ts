import type { JsonValue } from '../../lib/json'

/** A call without a result, and what it waits for. */
export interface PendingCall {
  readonly messageId: string
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonValue
  /** The question about it, or null when nobody is asked. */
  readonly approvalId: string | null
  /** The question was answered with yes. */
  readonly approved: boolean
}

/** The calls of a conversation that have no result yet, oldest first. */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>()

  add(messageId: string, toolCallId: string, toolName: string, input: JsonValue): void {
    this.#calls.set(toolCallId, { messageId, toolCallId, toolName, input, approvalId: null, approved: false })
  }

  get(toolCallId: string): PendingCall | undefined {
    return this.#calls.get(toolCallId)
  }

  ask(toolCallId: string, approvalId: string): void {
    this.#change(toolCallId, { approvalId })
  }

  approve(toolCallId: string): void {
    this.#change(toolCallId, { approved: true })
  }

  settle(toolCallId: string): PendingCall | undefined {
    const call = this.#calls.get(toolCallId)
    this.#calls.delete(toolCallId)
    return call
  }

  list(): readonly PendingCall[] {
    return [...this.#calls.values()]
  }

  ofMessage(messageId: string): readonly PendingCall[] {
    return this.list().filter((call) => call.messageId === messageId)
  }

  /** The message is over: what it still left open will never be answered. */
  dropMessage(messageId: string): void {
    for (const call of this.ofMessage(messageId)) this.#calls.delete(call.toolCallId)
  }

  #change(toolCallId: string, change: Partial<PendingCall>): void {
    const call = this.#calls.get(toolCallId)
    if (call !== undefined) this.#calls.set(toolCallId, { ...call, ...change })
  }
}
