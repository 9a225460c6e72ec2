import type { RecordedEvent } from '../../../shared/fixtures/recorded-event'
import type { ConversionStep, TalkMark } from '../../../shared/inspector/conversion-step'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { type Converter, createConverter } from '../../../shared/protocol/from-gemini'
import type { SessionEvents } from '../../conversations/model-connection'
import type { FlightRecorder } from '../recording/flight-recorder'

/** What a conversation's converter is told, kept beside what went over its wire. */
export interface ConversionTrace {
  /** A converter whose inputs are kept. */
  converter(conversationId: string, newId: NewId): Converter
  /** The same listeners; which frame it is that they hear is kept. */
  hearing(conversationId: string, events: SessionEvents): SessionEvents
  mark(conversationId: string, mark: TalkMark): void
  /** The steps that are still kept, and the number of the first of them since the beginning. */
  steps(conversationId: string): { readonly first: number; readonly steps: readonly ConversionStep[] }
  erase(conversationId: string): void
  eraseAll(): void
}

interface Traced {
  steps: ConversionStep[]
  first: number
  /** the event that came last */
  last: number
  /** received frames that the conversation has not heard yet, of the newest connection */
  arriving: { readonly index: number; readonly text: string }[]
  /** the frame that it hears now */
  hears: { readonly frame: unknown; readonly event: number } | null
}

/** More steps than this are not kept; an hour of talk makes some 40,000. */
const MOST = 200_000

export function createConversionTrace(flight: Pick<FlightRecorder, 'onEvent'>, clock: Pick<Clock, 'now'>): ConversionTrace {
  const traces = new Map<string, Traced>()

  function traceOf(conversationId: string): Traced {
    const known = traces.get(conversationId)
    if (known !== undefined) return known
    const made: Traced = { steps: [], first: 0, last: -1, arriving: [], hears: null }
    traces.set(conversationId, made)
    return made
  }

  function add(trace: Traced, step: ConversionStep): void {
    trace.steps.push(step)
    if (trace.steps.length <= MOST) return
    const gone = trace.steps.length - MOST / 2
    trace.steps = trace.steps.slice(gone)
    trace.first += gone
  }

  function recorded(conversationId: string, event: RecordedEvent): void {
    const trace = traceOf(conversationId)
    trace.last = event.index
    if (event.kind === 'connecting') trace.arriving = []
    if (event.kind === 'frame' && event.direction === 'received') trace.arriving.push({ index: event.index, text: event.text })
  }

  /** Frames are heard in the order in which they came; some are for the session alone and not heard. */
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
          const trace = traceOf(conversationId)
          const heard = input.type === 'live' ? input.frame : input.type === 'text' ? input.chunk : undefined
          const common = { at: clock.now(), after: trace.last, ids }
          if (heard !== undefined && trace.hears?.frame === heard) add(trace, { ...common, kind: 'frame', event: trace.hears.event })
          else add(trace, { ...common, kind: 'input', input, within: trace.hears?.event ?? null })
          return chunks
        },
      }
    },
    hearing(conversationId, events) {
      return {
        ...events,
        onFrame(frame) {
          hear(traceOf(conversationId), frame, () => events.onFrame(frame))
        },
        onTextChunk(chunk) {
          hear(traceOf(conversationId), chunk, () => events.onTextChunk(chunk))
        },
      }
    },
    mark(conversationId, mark) {
      const trace = traceOf(conversationId)
      add(trace, { kind: 'mark', mark, at: clock.now(), after: trace.last })
    },
    steps(conversationId) {
      const { first, steps } = traceOf(conversationId)
      return { first, steps }
    },
    erase: (conversationId) => void traces.delete(conversationId),
    eraseAll: () => traces.clear(),
  }
}
