import { WellFormedPieces, wellFormed } from '../lib/well-formed'
import type { UserFile } from './converter-input'
import type { Outbox } from './outbox'
import { TranscriptText } from './transcript-text'

/**
 * Writes the user's message of one turn. Words that come after the message was finished open it once more under the
 * same id, as a further text part. Quick guesses at speech are a replaceable `data-transcript` until the words come.
 */
export class UserMessage {
  readonly role = 'user'
  readonly turnId: string
  readonly messageId: string
  readonly #outbox: Outbox
  #started = false
  #open = false
  #openText: string | null = null
  #texts = 0
  #guess: string | null = null
  readonly #words = new TranscriptText()
  readonly #pieces = new WellFormedPieces()
  readonly #files: readonly UserFile[]

  /** `files`: what stands before the first word. */
  constructor(outbox: Outbox, turnId: string, messageId: string, files: readonly UserFile[] = []) {
    this.#outbox = outbox
    this.#files = files
    this.turnId = turnId
    this.messageId = messageId
  }

  /** Appends words, verbatim; half a character waits for its other half. */
  words(text: string): void {
    if (text === '') return
    this.#begin()
    if (this.#openText === null) {
      this.#texts += 1
      this.#openText = `text-${this.#texts}`
      this.#outbox.put(this, { type: 'text-start', id: this.#openText })
    }
    this.#delta(this.#openText, this.#pieces.take(text))
  }

  #delta(id: string, delta: string): void {
    if (delta === '') return
    this.#outbox.put(this, { type: 'text-delta', id, delta })
    if (this.#guess !== null) this.#words.add(delta)
  }

  /** Shows a file that goes with the words. */
  file(file: UserFile): void {
    this.#begin()
    this.#outbox.put(this, file)
  }

  /** Shows a guess, replacing the one before; once words have come, guesses say nothing new. */
  guess(text: string): void {
    if (this.#texts > 0 || text === this.#guess) return
    this.#begin()
    this.#guess = text
    this.#transcript(wellFormed(text), false)
  }

  /** Ends the message; a guess that no words ever replaced becomes the words. */
  close(): void {
    if (!this.#open) return
    if (this.#guess !== null) {
      if (this.#texts === 0) this.words(this.#guess.trim())
      if (this.#openText !== null) this.#delta(this.#openText, this.#pieces.end())
      this.#transcript(this.#words.text, true)
      this.#guess = null
    }
    if (this.#openText !== null) {
      this.#delta(this.#openText, this.#pieces.end())
      this.#outbox.put(this, { type: 'text-end', id: this.#openText })
    }
    this.#outbox.put(this, { type: 'finish', finishReason: 'stop' })
    this.#openText = null
    this.#open = false
  }

  #begin(): void {
    if (this.#open) return
    this.#open = true
    const shown = this.#started ? [] : this.#files
    const metadata = this.#started ? {} : { messageMetadata: { turnId: this.turnId } }
    this.#started = true
    this.#outbox.put(this, { type: 'start', messageId: this.messageId, ...metadata })
    for (const file of shown) this.file(file)
  }

  #transcript(text: string, final: boolean): void {
    this.#outbox.put(this, { type: 'data-transcript', id: 'transcript', data: { turnId: this.turnId, text, final } })
  }
}
