import type { Chunk } from '../chunks'
import { TranscriptText } from '../transcript-text'

type Transcript = Extract<Chunk, { readonly type: 'data-transcript' }>

interface SpokenText {
  readonly turnId: string
  readonly words: TranscriptText
  guess: string | null
  final: boolean
}

/** Collects the user's speech, message by message, for clients that receive it only as `data-transcript`. */
export class UserText {
  readonly #heard = new Map<string, SpokenText>()
  readonly #news = new Set<string>()

  take(turnId: string, messageId: string, chunk: Chunk): void {
    const heard = this.#heard.get(messageId) ?? { turnId, words: new TranscriptText(), guess: null, final: false }
    this.#heard.set(messageId, heard)
    if (chunk.type === 'text-delta') heard.words.add(chunk.delta)
    else if (chunk.type === 'data-transcript' && !chunk.data.final) {
      heard.guess = chunk.data.text
      this.#news.add(messageId)
    } else if (chunk.type === 'finish') {
      heard.final = true
      this.#news.add(messageId)
    }
  }

  /** What is new since the last call: the whole text of each message, by message id. */
  news(): readonly Transcript[] {
    const news = [...this.#news].flatMap((messageId) => this.#transcript(messageId))
    this.#news.clear()
    this.#forget()
    return news
  }

  #transcript(messageId: string): readonly Transcript[] {
    const heard = this.#heard.get(messageId)
    if (heard === undefined) return []
    const { turnId, words, guess, final } = heard
    const text = words.text === '' ? (guess ?? '') : words.text
    return text === '' ? [] : [{ type: 'data-transcript', id: messageId, data: { turnId, text, final } }]
  }

  // a transcript may come late, but not later than two further messages of the user
  #forget(): void {
    for (const [messageId, { final }] of this.#heard) {
      if (this.#heard.size <= 3) return
      if (final) this.#heard.delete(messageId)
    }
  }
}
