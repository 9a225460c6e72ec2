import { byteSum } from '../../../shared/fixtures/byte-sum'
import type { EventPayload } from '../../../shared/ipc/contract'
import type { Handlers } from '../../../shared/ipc/router'
import type { Notice } from '../../../shared/ipc/schemas'
import type { Chunk } from '../../../shared/protocol/chunks'
import type { TalkController } from '../../conversations/push-to-talk/talk-controller'
import { callListener, type EventListeners, type EventStage } from '../../lib/event-bus'
import type { SettingsFile } from '../../storage/settings/settings-file'
import type { CallRecorder } from './call-recorder'
import type { FlightRecorder } from './flight-recorder'

/** Passes the page's sound to the call recorder. */
export function recordSound(recorder: Pick<CallRecorder, 'parleySound'>): EventStage {
  return (name, payload) => {
    callListener({ 'playback.pcm': recorder.parleySound }, name, payload)
    return false
  }
}

/** Wraps the handlers so that the recorder receives the microphone's and the loudspeaker's sound. */
export function recordedCalls(
  handlers: Handlers,
  recorder: CallRecorder,
  talk: Pick<TalkController, 'accepts'>,
  currentId: () => string | null,
): Handlers {
  /** A talk belongs to the conversation in which it began. */
  let speaking: { readonly talkId: string; readonly conversationId: string } | null = null
  return {
    ...handlers,
    'microphone.frame'(request) {
      const conversationId = currentId()
      if (speaking?.talkId !== request.talkId && conversationId !== null) speaking = { talkId: request.talkId, conversationId }
      if (speaking !== null && talk.accepts(request.talkId)) recorder.userSound(speaking.conversationId, request.talkId, request.pcm)
      return handlers['microphone.frame'](request)
    },
    'playback.position'(request) {
      recorder.heard(request.conversationId, request.turnId, request.samples, request.done)
      return handlers['playback.position'](request)
    },
  }
}

/**
 * Switches recording off because it failed, even if the disk does not accept the settings either; the page shows it, and the user is
 * told why.
 */
export function giveUpRecording(
  code: string,
  settings: Pick<SettingsFile, 'update'>,
  showNotice: (kind: Notice['kind'], detail: string) => void,
): void {
  showNotice('recording-failed', code)
  void settings.update({ recordCalls: false })
}

/** Passes the results of frames, and decisions, to the flight recorder. */
export function recordEventsInFlight(flight: Pick<FlightRecorder, 'add'>): EventStage {
  const listeners: EventListeners = {
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
    callListener(listeners, name, payload)
    return false
  }
}

/** Wraps the handlers so that the recorder knows how much was played. */
export function recordCallsInFlight(handlers: Handlers, flight: Pick<FlightRecorder, 'add'>): Handlers {
  return {
    ...handlers,
    'playback.position'(request) {
      const { conversationId, turnId, samples, done } = request
      flight.add(conversationId, { kind: 'played', turnId, samples, done })
      return handlers['playback.position'](request)
    },
  }
}

/** Data erased from the disk is also removed from memory. */
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

/** The contract only requires an object with a type; main puts a chunk there. */
function chunkOfContract(chunk: EventPayload<'stream.chunk'>['chunk']): Chunk {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- main sends chunks alone through this event
  return chunk as Chunk
}
