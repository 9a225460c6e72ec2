import type { Chunk, PlacedChunk } from './chunks'

const NOTHING: readonly PlacedChunk[] = []

/** The chunks made from the current input so far, and the counts of what was skipped. */
export class Outbox {
  #chunks: PlacedChunk[] = []
  readonly #passedBy = new Map<string, number>()

  put(place: { readonly turnId: string; readonly messageId: string; readonly role: 'user' | 'assistant' }, chunk: Chunk): void {
    this.#chunks.push({ turnId: place.turnId, messageId: place.messageId, role: place.role, chunk })
  }

  /** Counts something that was skipped; a transient `data-diagnostic` reports it before the next `finish`. */
  passBy(kind: string): void {
    this.#passedBy.set(kind, (this.#passedBy.get(kind) ?? 0) + 1)
  }

  /** The counts since the last call, as chunks. */
  takeDiagnostics(): readonly Chunk[] {
    if (this.#passedBy.size === 0) return []
    const chunks = [...this.#passedBy].map(([kind, count]): Chunk => ({ type: 'data-diagnostic', data: { kind, count }, transient: true }))
    this.#passedBy.clear()
    return chunks
  }

  /** All chunks since the last call. */
  drain(): readonly PlacedChunk[] {
    if (this.#chunks.length === 0) return NOTHING
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }
}
