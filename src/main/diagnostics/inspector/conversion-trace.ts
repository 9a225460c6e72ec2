import type { RecordedEvent } from '../../../shared/fixtures/recorded-event'
import type { ConversionStep, TalkMark } from '../../../shared/inspector/conversion-step'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { type Converter, createConverter } from '../../../shared/protocol/from-gemini'
import type { SessionEvents } from '../../conversations/model-connection'
import type { FlightRecorder } from '../recording/flight-recorder'

/** Records the inputs of a conversation's converter, next to its wire traffic. */
export interface ConversionTrace {
  /** A converter whose inputs are recorded. */
  converter(conversationId: string, newId: NewId): Converter
  /** The same listeners; the frame they process is recorded. */
  hearing(conversationId: string, events: SessionEvents): SessionEvents
  mark(conversationId: string, mark: TalkMark): void
  /** The recorded steps, and the number of the first of them since the beginning. */
  steps(conversationId: string): { readonly first: number; readonly steps: readonly ConversionStep[] }
  erase(conversationId: string): void
  eraseAll(): void
}

interface Traced {
  steps: ConversionStep[]
  first: number
  /** the latest event */
  last: number
  /** received frames of the latest connection that the conversation has not processed yet */
  arriving: { readonly index: number; readonly text: string }[]
  /** the frame that it is processing */
  hears: { readonly frame: unknown; readonly event: number } | null
}

/** The most recorded steps of all conversations together; an hour of talk makes some 40,000. */
const MOST = 20_000
/** Steps whose events are forgotten go each time that so many were added. */
const LOOK_STEPS = 500

/** The traces of all conversations, within the bounds. */
interface Traces {
  of(conversationId: string): Traced
  add(conversationId: string, step: ConversionStep): void
  erase(conversationId: string): void
  eraseAll(): void
}

/** Creates the list of traces; a step is of no use once `flight` has forgotten its events. */
function createTraces(flight: Pick<FlightRecorder, 'firstIndex'>): Traces {
  /** the conversation of the latest step last */
  const traces = new Map<string, Traced>()
  let count = 0
  let sinceLook = 0
  /** the first number that no conversation had that is gone from the list */
  let unused = 0

  function traceOf(conversationId: string): Traced {
    const known = traces.get(conversationId)
    if (known !== undefined) return known
    const made: Traced = { steps: [], first: unused, last: -1, arriving: [], hears: null }
    traces.set(conversationId, made)
    return made
  }

  function add(conversationId: string, step: ConversionStep): void {
    const trace = traceOf(conversationId)
    traces.delete(conversationId)
    traces.set(conversationId, trace)
    trace.steps.push(step)
    count += 1
    sinceLook += 1
    if (sinceLook >= LOOK_STEPS) forgetWithEvents()
    if (count > MOST) forget(MOST / 2)
  }

  function forgetFirst(trace: Traced, steps: number): void {
    trace.steps = trace.steps.slice(steps)
    trace.first += steps
    count -= steps
  }

  /** Forgets the steps whose events are forgotten, and conversations of which nothing is left. Their numbers are not used again. */
  function forgetWithEvents(): void {
    sinceLook = 0
    for (const [conversationId, trace] of traces) {
      const oldest = flight.firstIndex(conversationId)
      // steps before the first event wait for it
      const stays = trace.last < 0 ? 0 : trace.steps.findIndex(({ after }) => after >= oldest - 1)
      if (stays !== 0) forgetFirst(trace, stays < 0 ? trace.steps.length : stays)
      if (trace.steps.length > 0) continue
      unused = Math.max(unused, trace.first)
      traces.delete(conversationId)
    }
  }

  /** Forgets the steps of the conversations that were silent longest, down to so many. Their numbers go on. */
  function forget(most: number): void {
    for (const trace of traces.values()) {
      forgetFirst(trace, Math.min(trace.steps.length, count - most))
      if (count <= most) return
    }
  }

  function erase(conversationId: string): void {
    count -= traces.get(conversationId)?.steps.length ?? 0
    traces.delete(conversationId)
  }

  return {
    of: traceOf,
    add,
    erase,
    eraseAll() {
      traces.clear()
      count = 0
    },
  }
}

/** Creates the trace over the wire traffic that `flight` remembers. */
export function createConversionTrace(flight: Pick<FlightRecorder, 'onEvent' | 'firstIndex'>, clock: Pick<Clock, 'now'>): ConversionTrace {
  const traces = createTraces(flight)

  function recorded(conversationId: string, event: RecordedEvent): void {
    const trace = traces.of(conversationId)
    trace.last = event.index
    if (event.kind === 'connecting') trace.arriving = []
    if (event.kind === 'frame' && event.direction === 'received') trace.arriving.push({ index: event.index, text: event.text })
  }

  /** Frames are processed in order of arrival; some are only for the session and never reach the conversation. */
  function arrived(trace: Traced, frame: unknown): void {
    const [key = ''] = typeof frame === 'object' && frame !== null ? Object.keys(frame) : []
    trace.hears = null
    for (let next = trace.arriving.shift(); next !== undefined; next = trace.arriving.shift()) {
      if (!next.text.slice(0, 10_000).includes(`"${key}"`)) continue
      trace.hears = { frame, event: next.index }
      return
    }
  }

  function hear(trace: Traced, frame: unknown, listener: () => void): void {
    arrived(trace, frame)
    try {
      listener()
    } finally {
      trace.hears = null
    }
  }

  flight.onEvent(recorded)

  return {
    converter(conversationId, newId) {
      let ids: string[] = []
      const converter = createConverter({
        newId(prefix) {
          const id = newId(prefix)
          ids.push(id)
          return id
        },
      })
      return {
        ...converter,
        push(input) {
          ids = []
          const chunks = converter.push(input)
          const trace = traces.of(conversationId)
          const heard = input.type === 'live' ? input.frame : input.type === 'text' ? input.chunk : undefined
          const [at, after] = [clock.now(), trace.last]
          if (heard !== undefined && trace.hears?.frame === heard)
            traces.add(conversationId, { kind: 'frame', at, after, event: trace.hears.event, ids })
          else traces.add(conversationId, { kind: 'input', at, after, input, within: trace.hears?.event ?? null, ids })
          return chunks
        },
      }
    },
    hearing(conversationId, events) {
      return {
        ...events,
        onFrame(frame) {
          hear(traces.of(conversationId), frame, () => events.onFrame(frame))
        },
        onTextChunk(chunk) {
          hear(traces.of(conversationId), chunk, () => events.onTextChunk(chunk))
        },
      }
    },
    mark(conversationId, mark) {
      traces.add(conversationId, { kind: 'mark', mark, at: clock.now(), after: traces.of(conversationId).last })
    },
    steps(conversationId) {
      const { first, steps } = traces.of(conversationId)
      return { first, steps }
    },
    erase: traces.erase,
    eraseAll: traces.eraseAll,
  }
}
