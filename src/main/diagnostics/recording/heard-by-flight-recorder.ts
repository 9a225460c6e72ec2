import { byteSum } from '../../../shared/fixtures/byte-sum'
import type { EventName, EventPayload } from '../../../shared/ipc/contract'
import type { Handlers } from '../../../shared/ipc/router'
import type { Chunk } from '../../../shared/protocol/chunks'
import type { Emit } from '../../conversations/thread-writer'
import type { CallRecorder } from './call-recorder'
import type { FlightRecorder } from './flight-recorder'

/** Sends to the page, and the recorder hears what became of the frames and what was decided. */
export function emitHeardByFlight(emit: Emit, flight: Pick<FlightRecorder, 'add'>): Emit {
  const hear: { readonly [Name in EventName]?: (payload: EventPayload<Name>) => void } = {
    'approval.changed': ({ conversationId, toolCallId, toolName, input, state }) =>
      flight.add(conversationId, { kind: 'decision', toolCallId, toolName, input, state }),
    'stream.chunk': ({ conversationId, turnId, messageId, role, chunk }) =>
      flight.add(conversationId, { kind: 'chunk', placed: { turnId, messageId, role, chunk: chunkOfContract(chunk) } }),
    'stream.answer': ({ conversationId, seq, ...answer }) => flight.add(conversationId, { kind: 'answer', answer }),
    'playback.pcm': ({ conversationId, turnId, sampleRate, startSample, pcm }) =>
      flight.add(conversationId, {
        kind: 'sound',
        turnId,
        sampleRate,
        startSample,
        samples: pcm.byteLength / 2,
        sum: byteSum(pcm),
      }),
  }
  return (name, payload) => {
    emit(name, payload)
    hear[name]?.(payload)
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

/** The contract only asks for an object with a type; what main puts there is a chunk. */
function chunkOfContract(chunk: EventPayload<'stream.chunk'>['chunk']): Chunk {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- see above
  return chunk as Chunk
}
