import type { CallRecord } from './open-call'

/** A server log may contain calls without results: the most open calls of one message; the oldest are dropped. */
const MOST_OPEN = 1000

/** The open calls of one message, in the order the model made them. */
export class OpenCalls {
  readonly #calls = new Map<string, CallRecord>()

  get size(): number {
    return this.#calls.size
  }

  /** Adds a call, or replaces its record. */
  set(call: CallRecord): void {
    this.#calls.set(call.toolCallId, call)
    if (this.#calls.size <= MOST_OPEN) return
    const [oldest] = this.#calls.keys()
    if (oldest !== undefined) this.#calls.delete(oldest)
  }

  get(toolCallId: string): CallRecord | undefined {
    return this.#calls.get(toolCallId)
  }

  delete(toolCallId: string): void {
    this.#calls.delete(toolCallId)
  }

  list(): readonly CallRecord[] {
    return [...this.#calls.values()]
  }
}
