import { isPictureFrame, withoutPicture } from '../../../shared/fixtures/picture-frame'
import type { RecordedEvent, RecordedHappening } from '../../../shared/fixtures/recorded-event'
import type { Clock } from '../../../shared/lib/clock'
import type { Disposable } from '../../lib/disposable'

/** How much is remembered of all conversations together: what is older, or more than that, is forgotten, the oldest first. */
export interface FlightRecorderLimits {
  readonly milliseconds: number
  /** UTF-16 units of frames and of what was said, and `EVENT_CHARACTERS` for every event */
  readonly characters: number
}

/** A minute of sound is 3.84 million characters from the model and 2.56 million to it: PCM16 in base64, at 24 and 16 kHz. */
export const flightRecorderLimits: FlightRecorderLimits = { milliseconds: 30 * 60_000, characters: 8 * 1024 * 1024 }

/** So many pictures that the model was shown are remembered; of older ones there is only the fact. */
export const mostRecordedPictures = 20

/** What an event takes beside its text: its fields, and its place in the list. */
const EVENT_CHARACTERS = 200
/** ms between two looks for what has become too old. */
const LOOK_MS = 1_000
/** Places of forgotten events that may stay in the list of a conversation until it is cut. */
const MOST_FORGOTTEN = 1024
/** Conversations whose numbers go on where nothing of them is remembered; the rest begin anew, behind all numbers before. */
const MOST_SILENT = 256

/**
 * Remembers what of each conversation went over the wire lately, in memory alone. Frames are kept as the texts that they are:
 * nothing is parsed, copied or written while somebody talks.
 */
export interface FlightRecorder {
  add(conversationId: string, happening: RecordedHappening): void
  /** What is still remembered, the oldest first. */
  events(conversationId: string): readonly RecordedEvent[]
  /** The number of the oldest event that is remembered; that of the next one where none is. */
  firstIndex(conversationId: string): number
  /** Reports every event from now on. */
  onEvent(listener: (conversationId: string, event: RecordedEvent) => void): Disposable
  /** Forgets a conversation. */
  erase(conversationId: string): void
  eraseAll(): void
}

/** Events from `first` on are remembered; the empty places before are removed from the list now and then. */
interface Remembered {
  readonly events: (RecordedEvent | undefined)[]
  first: number
  next: number
}

/** Makes the recorder. */
export function createFlightRecorder(clock: Pick<Clock, 'now'>, limits: FlightRecorderLimits = flightRecorderLimits): FlightRecorder {
  const conversations = new Map<string, Remembered>()
  const listeners = new Set<(conversationId: string, event: RecordedEvent) => void>()
  const pictures: { readonly one: Remembered; readonly index: number }[] = []
  let characters = 0
  /** the first number that no conversation had that is gone from the list */
  let unused = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  function forgetOldest(one: Remembered): void {
    characters -= sizeOf(one.events[one.first])
    one.events[one.first] = undefined
    one.first += 1
    if (one.first < MOST_FORGOTTEN || one.first * 2 < one.events.length) return
    one.events.splice(0, one.first)
    one.first = 0
  }

  /** Lets go of the list of a conversation of which nothing is remembered; its numbers go on. */
  function clear(one: Remembered): void {
    one.events.length = 0
    one.first = 0
  }

  /** The conversation whose oldest event is the oldest of all. */
  function oldest(): Remembered | undefined {
    let found: Remembered | undefined
    for (const one of conversations.values()) {
      if (one.first < one.events.length && (found === undefined || timeOf(one) < timeOf(found))) found = one
    }
    return found
  }

  /** Drops the conversations of which nothing is remembered, those silent longest first, down to `MOST_SILENT`. */
  function dropSilent(): void {
    if (conversations.size <= MOST_SILENT) return
    const silent = [...conversations].filter(([, { events }]) => events.length === 0)
    for (const [conversationId, { next }] of silent.slice(0, Math.max(0, silent.length - MOST_SILENT))) {
      unused = Math.max(unused, next)
      conversations.delete(conversationId)
    }
  }

  /** Forgets what is too old, now and then, and what is too much, at once. */
  function trim(now: number): void {
    if (now - lookedAt >= LOOK_MS) {
      lookedAt = now
      for (const one of conversations.values()) {
        while (one.first < one.events.length && timeOf(one) < now - limits.milliseconds) forgetOldest(one)
        if (one.first === one.events.length) clear(one)
      }
      dropSilent()
    }
    while (characters > limits.characters) {
      const one = oldest()
      if (one === undefined) return
      forgetOldest(one)
    }
  }

  /** Forgets the oldest picture of all conversations, but not that it was sent, if there are too many. */
  function forgetPicture(): void {
    if (pictures.length <= mostRecordedPictures) return
    const oldest = pictures.shift()
    if (oldest === undefined) return
    const { one, index } = oldest
    const place = one.first + index - (one.events[one.first]?.index ?? Number.POSITIVE_INFINITY)
    const event = place < one.first ? undefined : one.events[place]
    if (event?.kind !== 'frame' || event.index !== index) return
    const less = { ...event, text: withoutPicture(event.text) }
    one.events[place] = less
    characters += sizeOf(less) - sizeOf(event)
  }

  function erase(conversationId: string): void {
    const one = conversations.get(conversationId)
    if (one === undefined) return
    for (const event of one.events.slice(one.first)) characters -= sizeOf(event)
    one.events.length = 0
    conversations.delete(conversationId)
  }

  return {
    add(conversationId, happening) {
      const one = conversations.get(conversationId) ?? { events: [], first: 0, next: unused }
      // the conversation of the latest event is the last
      conversations.delete(conversationId)
      conversations.set(conversationId, one)
      const at = clock.now()
      const event: RecordedEvent = { at, index: one.next, ...happening }
      one.next += 1
      one.events.push(event)
      characters += sizeOf(event)
      if (event.kind === 'frame' && event.direction === 'sent' && isPictureFrame(event.text)) {
        pictures.push({ one, index: event.index })
        forgetPicture()
      }
      trim(at)
      for (const listener of listeners) listener(conversationId, event)
    },
    events(conversationId) {
      const one = conversations.get(conversationId)
      return one === undefined ? [] : one.events.slice(one.first).filter((event) => event !== undefined)
    },
    firstIndex(conversationId) {
      const one = conversations.get(conversationId)
      return one === undefined ? unused : (one.events[one.first]?.index ?? one.next)
    },
    onEvent(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    erase,
    eraseAll() {
      for (const conversationId of [...conversations.keys()]) erase(conversationId)
    },
  }
}

function timeOf({ events, first }: Remembered): number {
  return events[first]?.at ?? Number.POSITIVE_INFINITY
}

function sizeOf(event: RecordedEvent | undefined): number {
  if (event === undefined) return 0
  const text =
    event.kind === 'frame' || event.kind === 'server-message' ? event.text.length : event.kind === 'chunk' ? textIn(event.placed.chunk) : 0
  return text + EVENT_CHARACTERS
}

/** UTF-16 units of all strings within a value. */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let length = 0
  for (const one of Object.values(value)) length += textIn(one)
  return length
}
