import type { Chunk } from './chunks'
import { callStart, type NewCall, wholeCall } from './new-call'

/** Calls of one step that are in the stream and may still get their signature. */
export class BegunCalls {
  readonly #calls = new Map<string, NewCall>()

  /** The chunk that begins a call. */
  begin(toolCallId: string, call: NewCall): Chunk {
    this.#calls.set(toolCallId, call)
    return callStart(toolCallId, call)
  }

  /** Adds a signature to a call that has none. */
  sign(toolCallId: string, signature: string): void {
    const call = this.#calls.get(toolCallId)
    if (call !== undefined && call.signature === null) this.#calls.set(toolCallId, { ...call, signature })
  }

  /** The chunks that complete all of them, once. */
  complete(): readonly Chunk[] {
    if (this.#calls.size === 0) return []
    const chunks = [...this.#calls].map(([toolCallId, call]) => wholeCall(toolCallId, call))
    this.#calls.clear()
    return chunks
  }
}
