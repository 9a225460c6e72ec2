import { callListener, type EventListeners, type EventStage } from '../lib/event-bus'

/** Nobody can listen from this speed on. */
const FASTEST_HEARD = 100

/**
 * Drops the sound of a recording that is watched as fast as possible, where playback would take its normal time: a turn counts as
 * played as soon as it is complete.
 */
export function assumePlayback(played: (conversationId: string, turnId: string, samples: number) => void): EventStage {
  const unplayed = new Set<string>()
  const samples = new Map<string, number>()
  let withheld = false
  const listeners: EventListeners = {
    'replay.progress'({ conversationId, phase, speed }) {
      if (phase === 'watching' && speed >= FASTEST_HEARD) unplayed.add(conversationId)
      else unplayed.delete(conversationId)
    },
    'playback.pcm'({ conversationId, turnId, startSample, pcm }) {
      withheld = unplayed.has(conversationId)
      if (withheld) samples.set(turnId, startSample + pcm.byteLength / 2)
    },
    'playback.end'({ conversationId, turnId }) {
      const length = samples.get(turnId) ?? 0
      samples.delete(turnId)
      // not before the caller of the end has finished
      if (unplayed.has(conversationId)) queueMicrotask(() => played(conversationId, turnId, length))
    },
  }
  return (name, payload) => {
    withheld = false
    callListener(listeners, name, payload)
    return withheld
  }
}
