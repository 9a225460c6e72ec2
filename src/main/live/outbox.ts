import type { Outgoing } from './outgoing'

/** Things in the order in which they were said, with at most so many bytes of audio. */
export interface Outbox {
  readonly items: readonly Outgoing[]
  readonly audioBytes: number
}

export const emptyOutbox: Outbox = { items: [], audioBytes: 0 }

/** The outbox with `added` at its end. Beyond `maxAudioBytes` the oldest audio goes; markers, text and answers never do. */
export function append(outbox: Outbox, added: readonly Outgoing[], maxAudioBytes: number): Outbox {
  if (added.length === 0) return outbox
  const items = [...outbox.items, ...added]
  const audioBytes = added.reduce((sum, item) => sum + (item.type === 'audio' ? item.pcm.byteLength : 0), outbox.audioBytes)
  return trim({ items, audioBytes }, maxAudioBytes)
}

/** Whether the last marker begins an activity: its end is still to come. */
export function endsInActivity({ items }: Outbox): boolean {
  return items.findLast(({ type }) => type === 'activity-start' || type === 'activity-end')?.type === 'activity-start'
}

function trim(outbox: Outbox, maxAudioBytes: number): Outbox {
  let excess = outbox.audioBytes - maxAudioBytes
  if (excess <= 0) return outbox
  let audioBytes = outbox.audioBytes
  const items = outbox.items.filter((item) => {
    if (item.type !== 'audio' || excess <= 0) return true
    excess -= item.pcm.byteLength
    audioBytes -= item.pcm.byteLength
    return false
  })
  return { items, audioBytes }
}
