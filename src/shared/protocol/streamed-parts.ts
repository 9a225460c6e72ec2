import { WellFormedPieces } from '../lib/well-formed'
import type { Chunk, ProviderMetadata } from './chunks'

/** Model output that comes in pieces. */
export type StreamKind = 'text' | 'reasoning'

/** The names of their chunks, precomputed instead of joined for every piece of text. */
const NAMES = {
  text: { start: 'text-start', delta: 'text-delta', end: 'text-end' },
  reasoning: { start: 'reasoning-start', delta: 'reasoning-delta', end: 'reasoning-end' },
} as const

interface OpenPart {
  readonly id: string
  /** Servers may split a surrogate pair: each delta is well-formed all the same. */
  readonly pieces: WellFormedPieces
}

/** The text and reasoning parts of one message: at most one of each kind is open, and each is closed once. */
export class StreamedParts {
  readonly #put: (chunk: Chunk) => void
  readonly #open = new Map<StreamKind, OpenPart>()
  #count = 0

  constructor(put: (chunk: Chunk) => void) {
    this.#put = put
  }

  /** A piece for the open part of this kind, or for a new one; an empty piece only opens it. */
  add(kind: StreamKind, delta: string): void {
    const { id, pieces } = this.#openPart(kind)
    const whole = pieces.take(delta)
    if (whole !== '') this.#put({ type: NAMES[kind].delta, id, delta: whole })
  }

  /** Closes the open part of this kind, if there is one. */
  close(kind: StreamKind): void {
    const part = this.#open.get(kind)
    if (part !== undefined) this.#closePart(kind, part)
  }

  /** Closes the open part of this kind with a signature; if none is open, an empty part carries it. */
  sign(kind: StreamKind, thoughtSignature: string): void {
    this.#closePart(kind, this.#openPart(kind), { google: { thoughtSignature } })
  }

  closeAll(): void {
    if (this.#open.size === 0) return
    for (const [kind, part] of [...this.#open]) this.#closePart(kind, part)
  }

  #openPart(kind: StreamKind): OpenPart {
    const open = this.#open.get(kind)
    if (open !== undefined) return open
    this.#count += 1
    const part = { id: `${kind}-${this.#count}`, pieces: new WellFormedPieces() }
    this.#open.set(kind, part)
    this.#put({ type: NAMES[kind].start, id: part.id })
    return part
  }

  #closePart(kind: StreamKind, { id, pieces }: OpenPart, providerMetadata?: ProviderMetadata): void {
    this.#open.delete(kind)
    const rest = pieces.end()
    if (rest !== '') this.#put({ type: NAMES[kind].delta, id, delta: rest })
    const type = NAMES[kind].end
    this.#put(providerMetadata === undefined ? { type, id } : { type, id, providerMetadata })
  }
}
