/** An event of a response and its number, counted from 1. */
export interface RecordedEvent<Event> {
  readonly seq: number
  readonly event: Event
}

/** A reader of a recorded response. */
export interface Follower<Event> {
  onEvent(recorded: RecordedEvent<Event>): void
  /** The response has ended, and this reader has all of it. */
  onDone(): void
}

/** Stores the events of one response so that a client can resume it, while it runs and afterwards. */
export interface ResponseRecorder<Event> {
  /** Adds the next event and returns its number. Throws a `RangeError` if the response has ended. */
  record(event: Event): number
  /** Ends the response. */
  finish(): void
  readonly isDone: boolean
  /** The number of the newest event; 0 before the first. */
  readonly lastSeq: number
  /**
   * Passes a reader every event after number `after`: stored ones first, then live ones, each exactly once and in
   * order. `after` 0 is from the beginning, which an AI SDK client expects when it resumes. Returns a function that
   * stops following. A reader that throws is removed; the others continue.
   */
  follow(after: number, follower: Follower<Event>): () => void
}

/** A recorder for one response. */
export function createResponseRecorder<Event>(): ResponseRecorder<Event> {
  const events: RecordedEvent<Event>[] = []
  const readers = new Set<Reader<Event>>()
  let done = false

  function serveAll(): void {
    for (const reader of [...readers]) serve(reader)
  }

  function serve(reader: Reader<Event>): void {
    if (reader.busy) return
    reader.busy = true
    try {
      for (let recorded = events[reader.next]; recorded !== undefined && readers.has(reader); recorded = events[reader.next]) {
        reader.next += 1
        reader.follower.onEvent(recorded)
      }
      if (done && reader.next >= events.length && readers.delete(reader)) reader.follower.onDone()
    } catch {
      readers.delete(reader)
    } finally {
      reader.busy = false
    }
  }

  return {
    record(event) {
      if (done) throw new RangeError('The response is over: nothing can be added to it.')
      const seq = events.length + 1
      events.push({ seq, event })
      serveAll()
      return seq
    },
    finish() {
      done = true
      serveAll()
    },
    get isDone() {
      return done
    },
    get lastSeq() {
      return events.length
    },
    follow(after, follower) {
      const reader: Reader<Event> = { follower, next: Number.isFinite(after) ? Math.max(0, Math.trunc(after)) : 0, busy: false }
      readers.add(reader)
      serve(reader)
      return () => void readers.delete(reader)
    },
  }
}

interface Reader<Event> {
  readonly follower: Follower<Event>
  /** How many events this reader has received. */
  next: number
  busy: boolean
}
