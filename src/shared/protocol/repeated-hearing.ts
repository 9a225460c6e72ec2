import { RecentMap } from '../lib/recent-map'
import { letters, skipLetters, type TranscriptLine } from './transcript-line'

/** What was said in so many turns can be told from the same said anew. */
const MOST_TURNS = 50

/** One question that is said again, with the letters that were heard of it before and may come once more. */
interface Question {
  heard: string
  /** Where it was spoken; null for a typed one, which is not heard. */
  readonly turnId: string | null
  /** Nothing of it was heard before. */
  readonly unheard: boolean
  /** The service has broken it off, or ended the turn that it began. */
  over: boolean
}

/**
 * Words that are said again to a new connection are heard again, perhaps spelled a little differently, perhaps not all of
 * them: a question right behind another breaks it off before it was heard. What was heard already is passed by.
 */
export class RepeatedHearing {
  /** By turn: what was heard in it. */
  readonly #heard = new RecentMap<readonly TranscriptLine[]>(MOST_TURNS)
  #questions: readonly Question[] = []
  /** Came, and may be the beginning of what was heard before. */
  #waiting = ''
  #brokenOff = false
  #spokenSince = false
  /** Nothing new was heard yet: signs alone belong to what was heard before. */
  #onlyRepeated = false

  /** Words of a turn, which may still grow. */
  remember(turnId: string, line: TranscriptLine): void {
    const lines = this.#heard.get(turnId) ?? []
    if (!lines.includes(line)) this.#heard.set(turnId, [...lines, line])
  }

  /** These are said again, in this order: the turn of each that was spoken, null for one that was typed. */
  begin(turnIds: readonly (string | null)[]): void {
    this.#questions = turnIds.map((turnId) => {
      const heard = ((turnId === null ? undefined : this.#heard.get(turnId)) ?? []).map((line) => line.letters).join('')
      return { turnId, heard, unheard: heard === '', over: false }
    })
    this.#waiting = ''
    this.#brokenOff = false
    this.#spokenSince = false
    this.#onlyRepeated = this.#questions.some(({ unheard }) => !unheard)
  }

  /** The turn of the question that the service hears now; null where that is none of these, or a typed one. */
  get turnId(): string | null {
    return this.#questions.find(({ over }) => !over)?.turnId ?? null
  }

  /** What of a piece of a transcript is new. */
  take(piece: string): string {
    const text = this.#waiting + piece
    this.#waiting = ''
    const said = letters(text)
    const known = this.#questions.filter(({ heard }) => heard !== '')
    if (said === '' && this.#onlyRepeated) return ''
    if (known.length === 0) return this.#new(text)
    const whole = known.find(({ heard }) => said.startsWith(heard))
    if (whole !== undefined) return this.#goOn(text, whole, whole.heard.length)
    if (known.some(({ heard }) => heard.startsWith(said))) {
      this.#waiting = text
      return ''
    }
    const spoken = this.#questions.filter(({ over, turnId }) => turnId !== null && !over)
    const spelledAnew = spoken.find(({ heard }) => heard !== '')
    // better the same words in two spellings than none of words that nobody had heard
    if (spelledAnew === undefined || spoken.some(({ unheard }) => unheard)) return this.#new(text)
    return this.#goOn(text, spelledAnew, spelledAnew.heard.length)
  }

  /** The service breaks off the question that it heard: what it hears next is another one. */
  interrupted(): void {
    this.#nextQuestion()
    this.#brokenOff = true
  }

  /** The service ends a turn. One that was broken off was over before. */
  completed(): void {
    if (!this.#brokenOff) this.#nextQuestion()
    this.#brokenOff = false
  }

  /** The user says something else: it may be the same as before. */
  speechStarts(): void {
    this.#spokenSince = true
    this.#questions = this.#questions.filter(({ over }) => !over)
  }

  #new(text: string): string {
    this.#onlyRepeated = false
    return text
  }

  #nextQuestion(): void {
    const running = this.#questions.find(({ over }) => !over)
    if (running !== undefined) running.over = true
    if (this.#spokenSince) this.speechStarts()
  }

  /** The rest behind the first letters, which were heard before. */
  #goOn(text: string, question: Question, count: number): string {
    const { rest, skipped } = skipLetters(text, count)
    question.heard = question.heard.slice(skipped)
    return rest === '' ? '' : this.take(rest)
  }
}
