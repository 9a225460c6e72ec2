import { events } from '../../shared/ipc/contract'
import type { Handlers } from '../../shared/ipc/router'
import type { JsonValue } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'
import type { Emit } from '../conversations/thread-writer'
import type { CallRecorder } from './call-recorder'
import type { FlightRecorder } from './flight-recorder'

const endOfCall = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tool-output-available'), toolCallId: z.string(), output: z.custom<JsonValue>(() => true) }),
  z.object({ type: z.literal('tool-output-error'), toolCallId: z.string(), errorText: z.string() }),
  z.object({ type: z.literal('tool-output-denied'), toolCallId: z.string() }),
])

/** Sends to the page, and the recorder hears what was decided and how calls ended. */
export function emitHeardByFlight(emit: Emit, flight: Pick<FlightRecorder, 'add'>): Emit {
  return (name, payload) => {
    emit(name, payload)
    if (name === 'approval.changed') decided(payload, flight)
    if (name === 'stream.chunk') ended(payload, flight)
  }
}

/** The same handlers, and the recorder hears how much was heard. */
export function callsHeardByFlight(handlers: Handlers, flight: Pick<FlightRecorder, 'add'>): Handlers {
  return {
    ...handlers,
    'playback.position'(request) {
      const { conversationId, turnId, samples, done } = request
      flight.add(conversationId, { kind: 'played', turnId, samples, done })
      return handlers['playback.position'](request)
    },
  }
}

/** What is erased from the disk is forgotten as well. */
export function alsoForgotten<Recorder extends Pick<CallRecorder, 'erase' | 'eraseAll'>>(
  recorder: Recorder,
  flight: Pick<FlightRecorder, 'erase' | 'eraseAll'>,
): Recorder {
  return {
    ...recorder,
    erase(conversationId: string) {
      flight.erase(conversationId)
      recorder.erase(conversationId)
    },
    eraseAll() {
      flight.eraseAll()
      return recorder.eraseAll()
    },
  }
}

function decided(payload: unknown, flight: Pick<FlightRecorder, 'add'>): void {
  const approval = events['approval.changed'].safeParse(payload).data
  if (approval === undefined) return
  const { conversationId, toolCallId, toolName, state } = approval
  flight.add(conversationId, { kind: 'decision', toolCallId, toolName, state })
}

function ended(payload: unknown, flight: Pick<FlightRecorder, 'add'>): void {
  const placed = events['stream.chunk'].safeParse(payload).data
  const end = placed === undefined ? undefined : endOfCall.safeParse(placed.chunk).data
  if (placed === undefined || end === undefined) return
  const outcome =
    end.type === 'tool-output-available'
      ? { output: end.output }
      : end.type === 'tool-output-error'
        ? { errorText: end.errorText }
        : ('denied' as const)
  flight.add(placed.conversationId, { kind: 'result', toolCallId: end.toolCallId, outcome })
}
