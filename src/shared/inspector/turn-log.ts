import type { RecordedEvent, RecordedFrame } from '../fixtures/recorded-event'
import type { JsonValue } from '../lib/json'
import { isJsonObject } from '../lib/json-value'
import { z } from '../lib/zod'
import type { PlacedChunk } from '../protocol/chunks'
import { addUsage, type TokenUsage, tokenUsageOf } from '../usage/token-usage'
import type { TalkMark } from './conversion-step'
import { type FrameLabel, objectAt, textAt } from './frame-label'

/** Moments of one turn, in ms since the epoch; null for what did not happen in it. */
export interface TurnTimes {
  keyDown: number | null
  /** when the user had finished speaking; speech that waited for the connection was sent later */
  keyUp: number | null
  firstSent: number | null
  speechEnd: number | null
  toolCall: number | null
  asked: number | null
  decided: number | null
  firstAudio: number | null
  /** when the first sample was played: computed back from the samples played at a known moment */
  firstSample: number | null
  heardEnd: number | null
  done: number | null
}

/** A time in which Parley's voice was heard without a pause, in ms since the epoch. */
export interface HeardRun {
  readonly from: number
  readonly to: number
}

/** What is known about one turn. */
export interface TurnFacts {
  /** from 1 */
  readonly number: number
  readonly times: Readonly<TurnTimes>
  /** when Parley's voice was heard, in order */
  readonly heard: readonly HeardRun[]
  /** the model of the connection; empty if forgotten */
  readonly model: string
  /** tokens of its answers; null if not counted */
  readonly usage: TokenUsage | null
}

interface Turn {
  readonly number: number
  readonly times: TurnTimes
  readonly heard: { from: number; to: number }[]
  /** samples of its sound that were played at the end of the last run */
  samples: number
  readonly usages: Map<string, TokenUsage>
  model: string
}

const RATE = 24_000
/** Sound that stands still for so many ms makes a pause; its position is reported 25 times a second. */
const PAUSE_MS = 300
/** The times of a turn that has not begun. */
export const noTimes: Readonly<TurnTimes> = {
  keyDown: null,
  keyUp: null,
  firstSent: null,
  speechEnd: null,
  toolCall: null,
  asked: null,
  decided: null,
  firstAudio: null,
  firstSample: null,
  heardEnd: null,
  done: null,
}
const usageSchema = z.object({ usage: z.record(z.string(), z.json()) })

/** Collects the turns of a conversation from its events. */
export class TurnLog {
  readonly #turns: Turn[] = []
  #model = ''
  /** when the key went down and up, until its turn begins on the wire */
  #key: Pick<TurnTimes, 'keyDown' | 'keyUp'> | null = null
  /** the turn of each answer by its turn id in the app */
  readonly #answered = new Map<string, Turn>()

  /** The number of the current turn; 1 before the first. */
  number(): number {
    return Math.max(1, this.#turns.length)
  }

  list(): readonly TurnFacts[] {
    return this.#turns.map(({ number, times, heard, model, usages }) => {
      const [first, ...more] = [...usages.values()]
      return { number, times, heard, model, usage: first === undefined ? null : more.reduce(addUsage, first) }
    })
  }

  begin(): void {
    const times = { ...noTimes, ...this.#key }
    this.#turns.push({ number: this.#turns.length + 1, times, heard: [], samples: 0, usages: new Map(), model: this.#model })
    this.#key = null
  }

  mark(mark: TalkMark, at: number): void {
    if (mark === 'key-down') this.#key = { keyDown: at, keyUp: null }
    else if (this.#key !== null) this.#key.keyUp = at
    else if (this.#turns.at(-1)?.times.keyDown !== null) this.#first('keyUp', at)
  }

  frame({ at, direction, protocol }: RecordedFrame, value: JsonValue | undefined, words: FrameLabel): void {
    if (!isJsonObject(value)) return
    const setup = direction === 'sent' ? objectAt(value, 'setup') : null
    if (setup !== null) this.#model = textAt(setup, 'model').replace('models/', '')
    const turn = this.#turns.at(-1)
    if (turn === undefined) return
    if (turn.model === '') turn.model = this.#model
    if (direction === 'sent') {
      if (words.audio) this.#first('firstSent', at)
      if (words.kind === 'realtimeInput' && words.detail === 'activityEnd') turn.times.speechEnd = at
      if (words.kind === 'realtimeInput.text' || words.kind === 'clientContent' || protocol === 'gemini-text') this.#first('speechEnd', at)
      return
    }
    if (words.tools) this.#first('toolCall', at)
    if (words.audio) this.#first('firstAudio', at)
    if (objectAt(value, 'serverContent')?.turnComplete === true) turn.times.done = at
  }

  event(event: RecordedEvent): void {
    const times = this.#turns.at(-1)?.times
    if (times === undefined) return
    if (event.kind === 'decision' && event.state === 'requested') this.#first('asked', event.at)
    else if (event.kind === 'decision' && times.asked !== null) this.#first('decided', event.at)
    if (event.kind === 'played' && event.samples > 0) this.#played(event)
  }

  chunk({ turnId, messageId, role, chunk }: PlacedChunk): void {
    const turn = this.#turns.at(-1)
    if (turn === undefined || role !== 'assistant') return
    if (!this.#answered.has(turnId)) this.#answered.set(turnId, turn)
    if (chunk.type !== 'finish' && chunk.type !== 'message-metadata') return
    const usage = tokenUsageOf(usageSchema.safeParse(chunk.messageMetadata).data?.usage)
    if (usage !== null) turn.usages.set(messageId, usage)
  }

  /** The sound of an earlier answer may still play when the next turn has begun. */
  #played({ turnId, samples, at }: Extract<RecordedEvent, { readonly kind: 'played' }>): void {
    const turn = this.#answered.get(turnId) ?? this.#turns.at(-1)
    if (turn === undefined) return
    const run = turn.heard.at(-1)
    const began = at - ((samples - turn.samples) / RATE) * 1000
    if (run === undefined || began - run.to > PAUSE_MS) turn.heard.push({ from: Math.max(began, run?.to ?? began), to: at })
    else run.to = Math.max(run.to, at)
    turn.samples = Math.max(turn.samples, samples)
    turn.times.firstSample ??= began
    turn.times.heardEnd = at
  }

  #first(name: keyof TurnTimes, at: number): void {
    const times = this.#turns.at(-1)?.times
    if (times !== undefined) times[name] ??= at
  }
}
