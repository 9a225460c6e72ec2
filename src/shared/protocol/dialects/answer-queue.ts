import type { Chunk, PlacedChunk } from '../chunks'
import { UserText } from './user-text'

/** A chunk of an answer, with the message it belongs to. */
export interface AnswerChunk {
  readonly turnId: string
  readonly messageId: string
  readonly chunk: Chunk
}

/**
 * Orders a conversation for clients: one response after the other. Inside the app, the answer of an older turn can be
 * settled while a newer one is spoken; here it waits for the end of the open response. User speech is not a response: it
 * goes into the next one (or the open one) as `data-transcript`, whose `turnId` says where it belongs.
 */
export class AnswerQueue {
  readonly #words = new UserText()
  #open: string | null = null
  #waiting: AnswerChunk[] = []

  /** The chunks that can be sent now, in order. */
  push({ turnId, messageId, role, chunk }: PlacedChunk): readonly AnswerChunk[] {
    if (role === 'user') {
      this.#words.take(turnId, messageId, chunk)
      return this.#open === null ? [] : this.#heard(turnId, this.#open)
    }
    const answered = { turnId, messageId, chunk }
    if (this.#open !== null && this.#open !== messageId) {
      this.#waiting.push(answered)
      return []
    }
    return this.#write(answered)
  }

  /** The conversation has ended: returns everything that still waits, and speech without an answer. */
  end(): readonly AnswerChunk[] {
    const rest = this.#waiting
    this.#waiting = []
    this.#open = null
    return [...rest, ...this.#heard('', '')]
  }

  #write(answered: AnswerChunk): AnswerChunk[] {
    if (answered.chunk.type === 'start') {
      this.#open = answered.messageId
      return [answered, ...this.#heard(answered.turnId, answered.messageId)]
    }
    if (answered.chunk.type !== 'finish') return [answered]
    this.#open = null
    return [answered, ...this.#next()]
  }

  /** What waited for the response that just ended, up to the end of the next one that is still open. */
  #next(): AnswerChunk[] {
    const waiting = this.#waiting
    this.#waiting = []
    const answered: AnswerChunk[] = []
    for (const chunk of waiting) {
      if (this.#open === null || this.#open === chunk.messageId) answered.push(...this.#write(chunk))
      else this.#waiting.push(chunk)
    }
    return answered
  }

  #heard(turnId: string, messageId: string): AnswerChunk[] {
    return this.#words.news().map((chunk) => ({ turnId, messageId, chunk }))
  }
}
