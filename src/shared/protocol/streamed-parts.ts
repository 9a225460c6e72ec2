import type { Chunk, ProviderMetadata } from './chunks'

/** What the model says in pieces. */
export type StreamKind = 'text' | 'reasoning'

/** The names of their chunks, not put together anew for every piece of text. */
const NAMES = {
  text: { start: 'text-start', delta: 'text-delta', end: 'text-end' },
  reasoning: { start: 'reasoning-start', delta: 'reasoning-delta', end: 'reasoning-end' },
} as const

/** The text and reasoning parts of one message: of each kind one at most is open, and each is closed once. */
export class StreamedParts {
  readonly #put: (chunk: Chunk) => void
  readonly #open = new Map<StreamKind, string>()
  #count = 0

  constructor(put: (chunk: Chunk) => void) {
    this.#put = put
  }

  /** A piece for the open part of this kind, or for a new one; an empty piece only opens it. */
  add(kind: StreamKind, delta: string): void {
    const id = this.#openPart(kind)
    if (delta !== '') this.#put({ type: NAMES[kind].delta, id, delta })
  }

  /** Closes the open part of this kind, if there is one. */
  close(kind: StreamKind): void {
    const id = this.#open.get(kind)
    if (id !== undefined) this.#closePart(kind, id)
  }

  /** Closes the open part of this kind with a signature; without one, an empty part carries it. */
  sign(kind: StreamKind, thoughtSignature: string): void {
    this.#closePart(kind, this.#openPart(kind), { google: { thoughtSignature } })
  }

  closeAll(): void {
    if (this.#open.size === 0) return
    for (const [kind, id] of [...this.#open]) this.#closePart(kind, id)
  }

  #openPart(kind: StreamKind): string {
    const open = this.#open.get(kind)
    if (open !== undefined) return open
    this.#count += 1
    const id = `${kind}-${this.#count}`
    this.#open.set(kind, id)
    this.#put({ type: NAMES[kind].start, id })
    return id
  }

  #closePart(kind: StreamKind, id: string, providerMetadata?: ProviderMetadata): void {
    this.#open.delete(kind)
    const type = NAMES[kind].end
    this.#put(providerMetadata === undefined ? { type, id } : { type, id, providerMetadata })
  }
}
