import { RecentMap } from '../lib/recent-map'
import { letters, skipLetters, TranscriptSegment } from './transcript-segment'

/** The speech of this many turns is remembered to recognize its repetition. */
const MOST_TURNS = 50

/** One question that is sent again, with the letters of its earlier transcript, which may come again. */
interface Question {
  /** Shared by questions whose words can't be distinguished. */
  readonly words: { letters: string }
  /** The turn in which it was spoken; null for a typed one, which has no transcript. */
  readonly turnId: string | null
  /** It has no earlier transcript. */
  readonly unheard: boolean
  /** The service has interrupted it, or ended the turn that it began. */
  over: boolean
}

/**
 * Speech that is sent again to a new connection is transcribed again, perhaps with other spelling, perhaps only in part:
 * a question right after another interrupts it before its transcript. Text that was transcribed before is skipped.
 */
export class RepeatedHearing {
  /** By turn: its transcript. */
  readonly #heard = new RecentMap<readonly TranscriptSegment[]>(MOST_TURNS)
  /** By turn: the turn that got the words while those of both were expected. */
  readonly #doubts = new RecentMap<string>(MOST_TURNS)
  #questions: readonly Question[] = []
  /** Text that may be the beginning of the earlier transcript. */
  #waiting = ''
  #brokenOff = false
  #spokenSince = false
  /** Everything so far only repeats: punctuation alone belongs to the earlier transcript. */
  #onlyRepeated = false

  /** Remembers the transcript of a turn, which may still grow. */
  remember(turnId: string, line: TranscriptSegment): void {
    const lines = this.#heard.get(turnId) ?? []
    if (!lines.includes(line)) this.#heard.set(turnId, [...lines, line])
  }

  /** Remembers the text of a turn from an earlier run: the thread already has it. */
  rememberText(turnId: string, text: string): void {
    const line = new TranscriptSegment()
    line.append(text)
    this.remember(turnId, line)
  }

  /** The transcript of one turn may belong to another one without a transcript so far. */
  rememberDoubt(turnId: string, standsIn: string): void {
    this.#doubts.set(turnId, standsIn)
  }

  /** The turn whose message has the text of this turn, as far as known. */
  standsIn(turnId: string): string {
    return this.#heard.has(turnId) ? turnId : (this.#doubts.get(turnId) ?? turnId)
  }

  /** Starts the repetition of these questions in this order: the turn of each spoken one, null for a typed one. */
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

  /**
   * The turn of the question that the service processes now: null for a typed one, undefined if it is none of these.
   */
  get turnId(): string | null | undefined {
    return this.#questions.find(({ over }) => !over)?.turnId
  }

  /** Returns the new part of a piece of a transcript. */
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
    // duplicate words in two spellings are better than losing new ones
    const othersMayCome = this.#spokenSince || spoken.some(({ unheard }) => unheard)
    if (spelledAnew === undefined || othersMayCome) return this.#new(text)
    return this.#goOn(text, spelledAnew)
  }

  /** The service interrupts the current question: what follows is another one. */
  interrupted(): void {
    this.#nextQuestion()
    this.#brokenOff = true
  }

  /** The service ends a turn. An interrupted one had ended before. */
  completed(): void {
    if (!this.#brokenOff) this.#nextQuestion()
    this.#brokenOff = false
  }

  /** The user says something else: it may be the same text as before. */
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

  /** The rest after the letters of the earlier transcript. */
  #goOn(text: string, { words }: Question): string {
    const { rest, skipped } = skipLetters(text, words.letters.length)
    words.letters = words.letters.slice(skipped)
    return rest === '' ? '' : this.take(rest)
  }
}
