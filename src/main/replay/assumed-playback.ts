import { events } from '../../shared/ipc/contract'
import type { Emit } from '../lib/emit'

/** From this speed on nobody could listen. */
const FASTEST_HEARD = 100

/**
 * Sends to the page, but not the sound of a recording that is watched as fast as possible, which would take as long as ever:
 * it counts as heard as soon as it is whole.
 */
export function withPlaybackAssumed(emit: Emit, heard: (conversationId: string, turnId: string, samples: number) => void): Emit {
  const unheard = new Set<string>()
  const samples = new Map<string, number>()
  return (name, payload) => {
    if (name === 'replay.progress') {
      const { conversationId, phase, speed } = events['replay.progress'].parse(payload)
      if (phase === 'watching' && speed >= FASTEST_HEARD) unheard.add(conversationId)
      else unheard.delete(conversationId)
    }
    if (unheard.size > 0 && name === 'playback.pcm') {
      const { conversationId, turnId, startSample, pcm } = events['playback.pcm'].parse(payload)
      if (unheard.has(conversationId)) {
        samples.set(turnId, startSample + pcm.byteLength / 2)
        return
      }
    }
    if (unheard.size > 0 && name === 'playback.end') {
      const { conversationId, turnId } = events['playback.end'].parse(payload)
      const length = samples.get(turnId) ?? 0
      // not before whoever tells of the end is done with it
      if (unheard.has(conversationId)) queueMicrotask(() => heard(conversationId, turnId, length))
    }
    emit(name, payload)
  }
}
