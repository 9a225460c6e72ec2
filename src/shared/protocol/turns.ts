import type { NewId } from '../lib/ids'
import { AssistantMessage } from './assistant-message'
import type { Outbox } from './chunk-outbox'
import type { SoundMessage, TakenUpCall, UserFile } from './converter-input'
import { takenUpRecord } from './open-call'
import { Turn } from './turn'
import { UsageTally } from './usage-tally'
import { UserMessage } from './user-message'

const MOST_KNOWN_TURNS = 200

/**
 * What may still arrive of an interrupted turn: `output` is dropped until the turn completes, or until the server has
 * clearly continued: with new text, or when the server had stopped and the user has finished speaking. A `completion` must
 * not complete the following turn.
 */
export type Leftover = 'none' | 'output' | 'completion'

/**
 * The turns of a conversation. Two of them can be active at once: the user may begin a new one while the model still
 * answers the previous one, so user input goes to `newest` and model output to `answering`.
 */
export class Turns {
  newest: Turn | null = null
  answering: Turn | null = null
  leftover: Leftover = 'none'
  /** Token counts that came before the first output of the answer they belong to. */
  earlyUsage = new UsageTally()
  readonly #outbox: Outbox
  readonly #newId: NewId
  #firstMessageId: string | null
  #known: Turn[] = []
  /** The turn of `leftover`. */
  #left: Turn | null = null
  readonly #messageIds = new Set<string>()

  constructor(outbox: Outbox, newId: NewId, firstMessageId: string | null) {
    this.#outbox = outbox
    this.#newId = newId
    this.#firstMessageId = firstMessageId
    if (firstMessageId !== null) this.#messageIds.add(firstMessageId)
  }

  /**
   * Begins a turn. The answer to the previous one continues if the model is speaking, unless the new turn interrupts it.
   * While the user only begins to speak (`spoken`), it also continues if it waits for a call.
   */
  begin(cutsOff = false, spoken = false): Turn {
    const turn = new Turn(this.#newId('turn'))
    turn.spoken = spoken
    const { answering: previous, newest: before } = this
    before?.user?.close()
    const answer = previous?.answer
    const isUnderWay = answer?.isSpeaking === true || (spoken && (answer?.isOpen === true || (answer?.calls.size ?? 0) > 0))
    const goesOn = previous !== null && !cutsOff && !previous.done && !previous.interrupted && isUnderWay
    if (!goesOn) {
      if (previous !== null) this.#leave(previous, cutsOff)
      this.answering = turn
    }
    this.newest = turn
    this.#known = this.#known
      .filter((known) => known === previous || known === before || (known.answer?.calls.size ?? 0) > 0 || known.isUnheard)
      .slice(-MOST_KNOWN_TURNS)
    this.#known.push(turn)
    return turn
  }

  /**
   * After the user interrupted with words, or spoke while the model only waits, the model's output belongs to the turn
   * of those words.
   */
  moveOn(said: Turn): void {
    const { answering, newest } = this
    const waits = said === newest && answering?.answer?.isSpeaking === false
    if (newest !== null && answering !== null && answering !== newest && (answering.interrupted || waits)) {
      this.#leave(answering, false)
      this.answering = newest
    }
    if (this.leftover === 'output') this.leftover = 'completion'
  }

  /** A turn from an earlier run of the app that waits for a call. */
  takeUp(call: TakenUpCall): void {
    const known = this.#known.find(({ turnId }) => turnId === call.turnId)
    const turn = known ?? new Turn(call.turnId)
    turn.answer ??= AssistantMessage.paused(this.#outbox, call, turn.facts)
    turn.answer.calls.set(takenUpRecord(call))
    if (known !== undefined) return
    for (const { step, parts } of call.contents) for (const part of parts) turn.contents.add(step, part)
    this.#messageIds.add(call.messageId)
    this.#known.push(turn)
    this.newest = turn
    this.answering = turn
  }

  /**
   * The model continues the message of this turn, which may be an older one; its output in another turn is complete.
   */
  resume(turn: Turn): void {
    const { answering } = this
    if (answering !== null && answering !== turn) {
      this.#leave(answering, false)
      if (answering.answer?.canContinue === false) answering.done = true
    }
    this.answering = turn
    turn.done = false
  }

  /** The server generates no more in its current turn. */
  stopped(): void {
    const turn = this.leftover === 'output' ? this.#left : this.answering
    if (turn === null || turn.answer === null) return
    turn.stopped = true
    this.checkLeftover()
  }

  /** Some servers never complete an interrupted turn: output after the user's next words is not a rest of it. */
  checkLeftover(): void {
    if (this.leftover === 'output' && this.#left?.stopped === true && this.newest?.speechEnded === true) this.leftover = 'completion'
  }

  /** No answer follows for the sources of this turn. */
  loseSources(turn: Turn): void {
    for (const _ of turn.earlySources) this.#outbox.passBy('late-source')
    turn.earlySources.clear()
  }

  /** The latest turn with an answer: its counts often come late, when the next turn has begun but has no answer yet. */
  lastAnswered(): Turn | null {
    return this.#known.findLast(({ answer }) => answer !== null) ?? null
  }

  /** The turn for the model's output; null if the output would begin one. */
  target(): Turn | null {
    const turn = this.answering
    // a call that still waits for the user does not prevent an answer to later speech
    const goesOn = turn === this.newest || this.newest?.speechEnded !== true || turn?.answer?.calls.size === 0
    if (turn !== null && goesOn && this.#accepts(turn)) return turn
    return this.newest !== null && this.newest !== turn && !this.newest.done ? this.newest : null
  }

  /** The message for output of the model. */
  forOutput(): { readonly turn: Turn; readonly answer: AssistantMessage } {
    const turn = this.target() ?? this.begin()
    if (this.answering !== null && this.answering !== turn) this.#leave(this.answering, false)
    this.answering = turn
    this.leftover = 'none'
    if (turn.done) {
      turn.done = false
      turn.interrupted = false
      turn.stopped = false
    }
    return { turn, answer: this.answerOf(turn) }
  }

  /** The assistant message of a turn, created on demand. */
  answerOf(turn: Turn): AssistantMessage {
    if (turn.answer !== null) return turn.answer
    turn.answer = new AssistantMessage(this.#outbox, turn.turnId, this.#takeMessageId(), turn.facts)
    turn.facts.usage.addEarlier(this.earlyUsage)
    this.earlyUsage = new UsageTally()
    return turn.answer
  }

  /** The user's message of a turn, created on demand. */
  userOf(turn: Turn): UserMessage {
    turn.user ??= new UserMessage(this.#outbox, turn.turnId, this.#newMessageId(), turn.files)
    return turn.user
  }

  /** The text of this turn goes into the message of an earlier one that shows only its sound. */
  showIn(turn: Turn, shownIn: SoundMessage): void {
    turn.user ??= UserMessage.ofSound(this.#outbox, shownIn)
    this.#messageIds.add(shownIn.messageId)
  }

  /** The user shows this while they speak. */
  show(file: UserFile): void {
    const { newest } = this
    if (newest === null || newest.done || !newest.spoken || newest.speechEnded) return
    if (newest.user === null) newest.files.push(file)
    else newest.user.file(file)
  }

  /** The turn that a completion refers to. */
  completing(): Turn | null {
    const { answering, newest } = this
    if (answering !== null && (!answering.done || answering.answer?.isOpen === true)) return answering
    return newest !== null && !newest.done ? newest : null
  }

  /**
   * Turns that are still remembered, oldest first: the latest two, those with open calls, and those whose sound still
   * plays.
   */
  known(): readonly Turn[] {
    return this.#known
  }

  #accepts(turn: Turn): boolean {
    if (turn.answer === null) return !turn.done
    if (!turn.answer.canContinue) return false
    return !turn.done || turn.answer.isOpen || (turn === this.newest && turn.answer.calls.size > 0)
  }

  #leave(turn: Turn, cutOff: boolean): void {
    this.loseSources(turn)
    turn.answer?.finish(turn.closingReason(cutOff))
    if (turn.done || (!turn.interrupted && !turn.waits)) return
    this.leftover = turn.interrupted ? 'output' : 'completion'
    this.#left = turn
  }

  #takeMessageId(): string {
    const given = this.#firstMessageId
    this.#firstMessageId = null
    return given ?? this.#newMessageId()
  }

  // the given id may equal a counted one
  #newMessageId(): string {
    let id = this.#newId('message')
    while (this.#messageIds.has(id)) id = this.#newId('message')
    return id
  }
}
