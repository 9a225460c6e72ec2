import type { inspectorCalls } from '../../../shared/inspector/inspector-calls'
import type { inspectorWindowCalls } from '../../../shared/inspector/inspector-window-calls'
import type { CallReply } from '../../../shared/ipc/contract'
import type { Handlers } from '../../../shared/ipc/router'
import type { Clock } from '../../../shared/lib/clock'
import type { Emit } from '../../lib/emit'
import { createFlightRecorder, type FlightRecorder } from '../recording/flight-recorder'
import { type ConversionTrace, createConversionTrace } from './conversion-trace'
import { createInspectorWindow, type InspectorWindowOptions } from './inspector-window'
import { privateEvent, privateStep } from './private-event'

/** The inspector's part in main. */
export interface InspectorModule {
  /** Forgets the data of a conversation together with the recorder. */
  readonly flight: FlightRecorder
  readonly trace: ConversionTrace
  inspectorHandlers(options: InspectorWindowOptions): Pick<Handlers, keyof typeof inspectorCalls | keyof typeof inspectorWindowCalls>
}

/** The most characters of frames, and steps, sent at once. */
const PIECE = { characters: 300_000, steps: 2_000 } as const
/** ms within which growth is reported once. */
const CALM_MS = 250

/** What a reader has not received yet. */
export function createInspectorModule(
  { clock, secrets }: { readonly clock: Clock; secrets(): readonly string[] },
  recorder: FlightRecorder = createFlightRecorder(clock),
): InspectorModule {
  const trace = createConversionTrace(recorder, clock)
  const waiting = new Set<string>()
  let tell: Emit | null = null

  recorder.onEvent((conversationId) => {
    if (!waiting.delete(conversationId)) return
    clock.after(CALM_MS, () => tell?.('inspector.grew', { conversationId }))
  })

  function read(conversationId: string, fromEvent: number, fromStep: number): CallReply<'inspector.read'> {
    const all = recorder.events(conversationId)
    const { first, steps: kept } = trace.steps(conversationId)
    const begins = all[0]?.index ?? 0
    const last = all.at(-1)?.index ?? -1
    const lost = (fromEvent > 0 && fromEvent < begins) || (fromStep > 0 && fromStep < first) || fromEvent > last + 1
    const start = lost ? begins : Math.max(fromEvent, begins)
    const events = pieceOf(all.slice(start - begins))
    const nextEvent = events.at(-1)?.index === undefined ? start : (events.at(-1)?.index ?? 0) + 1
    const stepsFrom = lost ? first : Math.max(fromStep, first)
    // a step is sent with the events before it, never ahead of them
    const steps = kept.slice(stepsFrom - first, stepsFrom - first + PIECE.steps).filter(({ after }) => after < nextEvent)
    const more = nextEvent <= last || stepsFrom + steps.length < first + kept.length
    if (!more) waiting.add(conversationId)
    return {
      events: events.map((event) => privateEvent(event, secrets())),
      steps: steps.map((step) => privateStep(step, secrets())),
      nextEvent,
      nextStep: stepsFrom + steps.length,
      more,
      lost,
    }
  }

  return {
    trace,
    flight: {
      ...recorder,
      erase(conversationId) {
        trace.erase(conversationId)
        recorder.erase(conversationId)
      },
      eraseAll() {
        trace.eraseAll()
        recorder.eraseAll()
      },
    },
    inspectorHandlers(parts) {
      tell = parts.emit
      return {
        ...createInspectorWindow(parts),
        'inspector.read': ({ conversationId, fromEvent, fromStep }) => read(conversationId, fromEvent, fromStep),
      }
    },
  }
}

function pieceOf<Event extends { readonly kind: string }>(events: readonly (Event & { readonly text?: string })[]): readonly Event[] {
  let characters = 0
  const end = events.findIndex((event) => {
    characters += 100 + (event.text?.length ?? 0)
    return characters > PIECE.characters
  })
  return end < 0 ? events : events.slice(0, Math.max(1, end))
}
