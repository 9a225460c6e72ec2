import type { JsonObject } from '../lib/json'
import { WellFormedPieces, wellFormed } from '../lib/well-formed'
import type { Outbox } from './chunk-outbox'
import type { SoundMessage, UserFile, UserSound } from './converter-input'
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
  /** The length of the sound that stands for words which nobody has transcribed; null where there is none. */
  #soundMs: number | null = null
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

  /** A message that stands in the thread already and shows nothing but the sound of what was said. */
  static ofSound(outbox: Outbox, { turnId, messageId, durationMs }: SoundMessage): UserMessage {
    const message = new UserMessage(outbox, turnId, messageId)
    message.#started = true
    message.#soundMs = durationMs
    return message
  }

  /** It shows the sound of what was said, and no word of it. */
  get isSoundOnly(): boolean {
    return this.#soundMs !== null
  }

  /** Shows the sound of words that nobody has transcribed, until words come. */
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

  /** Appends words, verbatim; half a character waits for its other half. */
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

  /** Shows a file that goes with the words. */
  file(file: UserFile): void {
    this.#begin()
    this.#outbox.put(this, file)
  }

  /** Shows a guess, replacing the one before; once words have come, guesses say nothing new. */
  guess(text: string): void {
    if (this.#texts > 0 || text === this.#guess) return
    this.#begin()
    this.#replaceSound()
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
