import type { JsonObject } from '../lib/json'
import { WellFormedPieces, wellFormed } from '../lib/well-formed'
import type { Outbox } from './chunk-outbox'
import type { SoundMessage, UserFile, UserSound } from './converter-input'
import { TranscriptText } from './transcript-text'

/**
 * Writes the user's message of one turn. A transcript that comes after the message was finished opens it again under
 * the same id, as a further text part. Interim guesses are a replaceable `data-transcript` until the text comes.
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
  /** The length of the sound that is shown instead of a transcript; null if there is none. */
  #soundMs: number | null = null
  readonly #words = new TranscriptText()
  readonly #pieces = new WellFormedPieces()
  readonly #files: readonly UserFile[]

  /** `files`: those before the first word. */
  constructor(outbox: Outbox, turnId: string, messageId: string, files: readonly UserFile[] = []) {
    this.#outbox = outbox
    this.#files = files
    this.turnId = turnId
    this.messageId = messageId
  }

  /** An existing message of the thread that shows only the sound of speech. */
  static ofSound(outbox: Outbox, { turnId, messageId, durationMs }: SoundMessage): UserMessage {
    const message = new UserMessage(outbox, turnId, messageId)
    message.#started = true
    message.#soundMs = durationMs
    return message
  }

  /** It shows sound and no transcript. */
  get isSoundOnly(): boolean {
    return this.#soundMs !== null
  }

  /** Shows the sound of untranscribed speech until a transcript comes. */
  sound({ attachmentId, voice }: UserSound): void {
    const { durationMs, bars } = voice
    this.#begin({ voice: { durationMs, bars } })
    this.#soundMs = durationMs
    this.#outbox.put(this, { type: 'data-speech', id: 'speech', data: { attachmentId, durationMs, shown: true } })
    this.close()
  }

  #replaceSound(): void {
    if (this.#soundMs === null) return
    this.#outbox.put(this, { type: 'data-speech', id: 'speech', data: { attachmentId: null, durationMs: this.#soundMs, shown: false } })
    this.#soundMs = null
  }

  /** Appends text, verbatim; a lone high surrogate waits for its other half. */
  words(text: string): void {
    if (text === '') return
    this.#begin()
    this.#replaceSound()
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

  /** Shows a file that belongs to the text. */
  file(file: UserFile): void {
    this.#begin()
    this.#outbox.put(this, file)
  }

  /** Shows an interim guess, replacing the previous one; after the text has come, guesses are ignored. */
  guess(text: string): void {
    if (this.#texts > 0 || text === this.#guess) return
    this.#begin()
    this.#replaceSound()
    this.#guess = text
    this.#transcript(wellFormed(text), false)
  }

  /** Ends the message; a guess that was never replaced becomes its text. */
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

  #begin(facts: JsonObject = {}): void {
    if (this.#open) return
    this.#open = true
    const shown = this.#started ? [] : this.#files
    const metadata = this.#started ? {} : { messageMetadata: { turnId: this.turnId, ...facts } }
    this.#started = true
    this.#outbox.put(this, { type: 'start', messageId: this.messageId, ...metadata })
    for (const file of shown) this.file(file)
  }

  #transcript(text: string, final: boolean): void {
    this.#outbox.put(this, { type: 'data-transcript', id: 'transcript', data: { turnId: this.turnId, text, final } })
  }
}
