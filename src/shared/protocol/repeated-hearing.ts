import { RecentMap } from '../lib/recent-map'
import { letters, skipLetters, TranscriptSegment } from './transcript-segment'

/** What was said in so many turns can be told from the same said anew. */
const MOST_TURNS = 50

/** One question that is said again, with the letters that were heard of it before and may come once more. */
interface Question {
  /** Shared by questions of which nobody knows whose these words were. */
  readonly words: { letters: string }
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
  readonly #heard = new RecentMap<readonly TranscriptSegment[]>(MOST_TURNS)
  /** By turn: the one that took the words which came when those of both were expected. */
  readonly #doubts = new RecentMap<string>(MOST_TURNS)
  #questions: readonly Question[] = []
  /** Came, and may be the beginning of what was heard before. */
  #waiting = ''
  #brokenOff = false
  #spokenSince = false
  /** Nothing new was heard yet: signs alone belong to what was heard before. */
  #onlyRepeated = false

  /** Words of a turn, which may still grow. */
  remember(turnId: string, line: TranscriptSegment): void {
    const lines = this.#heard.get(turnId) ?? []
    if (!lines.includes(line)) this.#heard.set(turnId, [...lines, line])
  }

  /** Words of a turn from a time that nothing is known of here: they stand in the thread already. */
  rememberText(turnId: string, text: string): void {
    const line = new TranscriptSegment()
    line.append(text)
    this.remember(turnId, line)
  }

  /** The words of one turn may be those of another, of which nothing was heard so far. */
  rememberDoubt(turnId: string, standsIn: string): void {
    this.#doubts.set(turnId, standsIn)
  }

  /** The turn in which the words of a turn stand, as far as is known. */
  standsIn(turnId: string): string {
    return this.#heard.has(turnId) ? turnId : (this.#doubts.get(turnId) ?? turnId)
  }

  /** These are said again, in this order: the turn of each that was spoken, null for one that was typed. */
  begin(turnIds: readonly (string | null)[]): void {
    const shared = new Map<string, { letters: string }>()
    this.#questions = turnIds.map((turnId) => {
      const standsIn = turnId === null ? null : this.standsIn(turnId)
      const lines = (standsIn === null ? undefined : this.#heard.get(standsIn)) ?? []
      const words = shared.get(standsIn ?? '') ?? { letters: lines.map((line) => line.letters).join('') }
      if (standsIn !== null) shared.set(standsIn, words)
      return { turnId, words, unheard: words.letters === '', over: false }
    })
    this.#waiting = ''
    this.#brokenOff = false
    this.#spokenSince = false
    this.#onlyRepeated = this.#questions.some(({ unheard }) => !unheard)
  }

  /** The turn of the question that the service hears now: null for a typed one, undefined where it is none of these. */
  get turnId(): string | null | undefined {
    return this.#questions.find(({ over }) => !over)?.turnId
  }

  /** What of a piece of a transcript is new. */
  take(piece: string): string {
    const text = this.#waiting + piece
    this.#waiting = ''
    const said = letters(text)
    const known = this.#questions.filter(({ words }) => words.letters !== '')
    if (said === '' && this.#onlyRepeated) return ''
    if (known.length === 0) return this.#new(text)
    const whole = known.find(({ words }) => said.startsWith(words.letters))
    if (whole !== undefined) return this.#goOn(text, whole)
    if (known.some(({ words }) => words.letters.startsWith(said))) {
      this.#waiting = text
      return ''
    }
    const spoken = this.#questions.filter(({ over, turnId }) => turnId !== null && !over)
    const spelledAnew = spoken.find(({ words }) => words.letters !== '')
    // better the same words in two spellings than none of words that nobody had heard
    const othersMayCome = this.#spokenSince || spoken.some(({ unheard }) => unheard)
    if (spelledAnew === undefined || othersMayCome) return this.#new(text)
    return this.#goOn(text, spelledAnew)
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
  #goOn(text: string, { words }: Question): string {
    const { rest, skipped } = skipLetters(text, words.letters.length)
    words.letters = words.letters.slice(skipped)
    return rest === '' ? '' : this.take(rest)
  }
}
