import type { SoundMessage, UserFile, UserSound } from './converter-input'
import { HeldTranscript } from './held-transcript'
import { RepeatedHearing } from './repeated-hearing'
import { RepeatedTranscript } from './repeated-transcript'
import { TranscriptSegment } from './transcript-segment'
import type { Turn } from './turn'
import type { Turns } from './turns'

/**
 * Writes the user's speech into the turn in which it was spoken. Transcripts come in no fixed order relative to the
 * answer, so text that could be late or new is held until it is clear: an answer that follows makes it new, anything
 * else late.
 */
export class UserWriter {
  readonly #turns: Turns
  readonly #repeated = new RepeatedTranscript()
  readonly #held = new HeldTranscript()
  /** What was transcribed before a connection was lost, and is transcribed again by the next one. */
  readonly repeating = new RepeatedHearing()
  /** The app reports when the user speaks: without such a report nobody has spoken. */
  #announced = false
  /** The turn whose transcript comes after the next one has begun. */
  #late: Turn | null = null

  constructor(turns: Turns) {
    this.#turns = turns
  }

  /**
   * The user begins to speak. If the service detected it, pauses within one utterance do not split it; if the app reports
   * it (`announced`), this is new speech.
   */
  speechStart(announced: boolean): void {
    this.#announced ||= announced
    this.repeating.speechStarts()
    this.releaseLate()
    const newest = this.#turns.newest
    const used = newest === null || newest.done || newest.interrupted || newest.typed || newest.answer !== null
    if (used || (announced && newest.spoken)) this.#turns.begin(false, true).announced = announced
    else {
      newest.announced ||= announced
      newest.spoken = true
      newest.speechEnded = false
      newest.heardBefore ||= !newest.heard.isEmpty
      newest.heard = new TranscriptSegment()
    }
  }

  /** The user has finished speaking. */
  speechEnd(): void {
    const { newest } = this.#turns
    if (newest === null || newest.done || !newest.spoken) return
    newest.speechEnded = true
    if (this.#late?.takenBack === true) this.#late = null
    this.#turns.checkLeftover()
  }

  /** The user has withdrawn their last speech. */
  speechTakenBack(): void {
    const { newest } = this.#turns
    if (newest === null || !newest.spoken || newest.speechEnded) return
    newest.takenBack = true
    this.speechEnd()
  }

  /**
   * Unanswered speech is sent again to a new connection: its new transcript is skipped as far as it repeats the earlier
   * one. The same goes for a question that is sent again.
   */
  speechRepeats(turnIds: readonly (string | null)[]): void {
    this.repeating.begin(turnIds)
  }

  /** The session that received this speech has not transcribed it: the message of the turn shows the sound. */
  speechUnheard(turnId: string, sound: UserSound): void {
    const turn = this.#turns.known().find((known) => known.turnId === turnId)
    if (turn === undefined || turn.user !== null || turn.takenBack || !hasNotBeenHeard(turn)) return
    this.#turns.userOf(turn).sound(sound)
  }

  /** The speech of this turn is already shown as sound, in the message of an earlier one. */
  speechResent(turnId: string, shownIn: SoundMessage): void {
    const turn = this.#turns.known().find((known) => known.turnId === turnId)
    if (turn !== undefined) this.#turns.showIn(turn, shownIn)
  }

  /** The speech is not sent again: no transcript of it will come. */
  forget(): void {
    for (const turn of this.#turns.known()) if (hasNotBeenHeard(turn)) turn.done = true
    this.repeating.begin([])
  }

  /** The user typed: always a new turn, except right after a key press without speech. */
  typed(text: string, cutsOff: boolean, files: readonly UserFile[] = []): void {
    if (text === '' && files.length === 0) return
    this.releaseLate()
    const newest = this.#turns.newest
    const unused =
      newest !== null && !newest.done && !newest.hasWords && newest.answer === null && !newest.interrupted && !newest.speechEnded
    const turn = unused ? newest : this.#turns.begin(cutsOff)
    turn.typed = true
    const message = this.#turns.userOf(turn)
    for (const file of files) message.file(file)
    message.words(text)
    message.close()
  }

  /** An interim guess at the current speech. */
  guess(text: string): void {
    if (text.trim() === '') return
    const newest = this.#turns.newest
    const midReply = newest !== null && !newest.done && newest.answer !== null
    if (midReply && !newest.interrupted) return
    const goesOn = newest !== null && !newest.done && !newest.interrupted && !newest.typed
    if (!goesOn) this.releaseLate()
    this.#turns.userOf(goesOn ? newest : this.#turns.begin()).guess(text)
  }

  /** A piece of the transcript of the user's speech. */
  words(transcript: string, finished: boolean): void {
    const text = this.repeating.take(transcript)
    if (text === '' || (this.#mayRepeat() && this.#repeated.takes({ text, finished }))) return
    for (const fragment of this.#repeated.release()) this.#place(fragment.text, fragment.finished)
    this.#place(text, finished)
  }

  // as far as known, nobody has spoken since the remembered utterances
  #mayRepeat(): boolean {
    const { newest } = this.#turns
    if (newest === null || this.#held.turn !== null || (!newest.done && (!newest.typed || newest.interrupted))) return false
    // for an ended turn no transcript is expected if its text may be in the previous one
    const isOwed = ({ spoken, hasWords, done, turnId }: Turn) =>
      spoken && !hasWords && !(done && this.repeating.standsIn(turnId) !== turnId)
    return !this.#turns.known().some(isOwed)
  }

  #place(text: string, finished: boolean): void {
    const newest = this.#turns.newest
    const owed = this.#owed()
    if (this.#held.turn !== null) this.#hold(this.#held.turn, text, finished)
    else if (newest === null) this.#append(this.#turns.begin(), text, finished)
    else if (owed !== null) this.#appendLate(owed, text, finished)
    else if (newest.done) this.#afterTurn(newest, text, finished)
    else if (newest.typed) this.#besideTyped(text, finished)
    else if (newest.interrupted) this.#append(this.#turns.begin(), text, finished)
    else if (newest.answer === null) this.#append(newest, text, finished)
    else if (newest.heard.isRepetition(text) || (newest.hasWords && this.#repeated.isSentence(text))) return
    else if (newest.hasWords && !newest.spoken) this.#hold(newest, text, finished)
    else this.#append(newest, text, finished)
  }

  /** The model answers: text held after the end of a turn is what it answers. */
  beforeOutput(): void {
    this.#late = null
    if ((this.#held.turn ?? this.#turns.newest)?.done === true) this.releaseNew()
  }

  /** Text is held that could be a new turn. */
  get hasHeld(): boolean {
    return this.#held.turn !== null || this.#repeated.isWhole
  }

  /** The user interrupted, by voice if the server says so: held text began a new turn. */
  interrupted(byServer: boolean): void {
    if (byServer) this.repeating.interrupted()
    const { newest } = this.#turns
    const byTyping = newest?.typed === true && newest.answer === null
    if (this.#held.turn !== null || (byServer && !byTyping)) this.releaseNew()
  }

  /** The server ends a turn. */
  completed(): void {
    this.repeating.completed()
    this.releaseLate()
  }

  /** Held text began a new turn; a repetition did not, if nobody has spoken since. */
  releaseNew(): void {
    const { newest } = this.#turns
    const nobodySpoke = this.#announced && (newest === null || !newest.spoken || newest.speechEnded)
    const again = this.#repeated.isWhole && nobodySpoke
    const repeated = this.#repeated.release()
    const held = this.#held.take()
    const late = held === null || (held.repetition && nobodySpoke) ? [] : held.fragments
    const fragments = [...late, ...(again ? [] : repeated)]
    if (fragments.length === 0) return
    const turn = this.#turns.begin()
    for (const { text, finished } of fragments) this.#append(turn, text, finished)
  }

  /** Held text belongs to the turn it was held for; text that was answered before is not repeated. */
  releaseLate(): void {
    const again = this.#repeated.isWhole
    const fragments = this.#repeated.release()
    if (!again) for (const { text, finished } of fragments) this.#place(text, finished)
    this.#late = null
    const held = this.#held.take()
    if (held === null || held.repetition) return
    for (const { text, finished } of held.fragments) this.#append(held.turn, text, finished)
    if (held.turn.done) held.turn.user?.close()
  }

  #afterTurn(turn: Turn, text: string, finished: boolean): void {
    const earlier = turn.typed
      ? this.#turns.known().findLast(({ spoken, speechEnded, hasWords }) => spoken && speechEnded && !hasWords)
      : turn
    if (earlier?.spoken === true && !earlier.hasWords) this.#appendLate(earlier, text, finished)
    else if (!turn.hasWords || turn.spoken || turn.heard.isRepetition(text)) this.#hold(turn, text, finished)
    else this.#append(this.#turns.begin(), text, finished)
  }

  /**
   * An earlier spoken turn whose transcript has not come: it comes before that of the current speech, and never in a turn
   * that the model began.
   */
  #owed(): Turn | null {
    const { newest } = this.#turns
    if (this.#late !== null || newest === null) return this.#late
    // withdrawn speech may stay without a transcript
    const mayCome = (turn: Turn): boolean => turn !== newest && hasNotBeenHeard(turn) && (!turn.takenBack || !newest.speechEnded)
    const repeated = this.#turns.known().find(({ turnId }) => turnId === this.repeating.turnId)
    if (repeated !== undefined && mayCome(repeated)) return repeated
    const speaks = newest.spoken && !newest.hasWords && !newest.done
    const byModel = !newest.spoken && !newest.typed && !newest.hasWords
    if (!speaks && !byModel) return null
    return this.#turns.known().findLast((turn) => mayCome(turn) && (byModel || !turn.done)) ?? null
  }

  #appendLate(turn: Turn, text: string, finished: boolean): void {
    this.#late = turn
    const { newest } = this.#turns
    if (newest !== null && newest !== turn && hasNotBeenHeard(newest)) this.repeating.rememberDoubt(newest.turnId, turn.turnId)
    this.#append(turn, text, finished)
    turn.user?.close()
  }

  // nobody spoke since the user typed: the text is late text of the previous spoken turn, if there was one
  #besideTyped(text: string, finished: boolean): void {
    const earlier = this.#turns.known().findLast((turn) => turn.spoken)
    if (earlier === undefined) this.#append(this.#turns.begin(), text, finished)
    else this.#appendLate(earlier, text, finished)
  }

  #hold(turn: Turn, text: string, finished: boolean): void {
    if (!this.#held.add(turn, { text, finished })) this.releaseLate()
  }

  #append(turn: Turn, text: string, finished: boolean): void {
    const fresh = turn.heard.fresh(text, finished)
    if (fresh === '') return
    const apart = turn.heard.isEmpty && turn.heardBefore ? ' ' : ''
    turn.heard.append(fresh)
    this.#repeated.remember(turn.heard)
    this.repeating.remember(turn.turnId, turn.heard)
    if (turn.takenBack) return
    this.#turns.userOf(turn).words(apart + fresh)
    this.#turns.moveOn(turn)
  }
}

function hasNotBeenHeard({ spoken, speechEnded, hasWords, heard }: Turn): boolean {
  return spoken && speechEnded && !hasWords && heard.isEmpty
}
