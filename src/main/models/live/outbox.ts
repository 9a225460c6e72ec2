import { isQuestion, type Outgoing } from './outgoing'

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

/** Everything but speech, and what was shown with it, that the user took back while it could not be sent, or that would have to be sent again. */
export function withoutTakenBack(items: readonly Outgoing[]): readonly Outgoing[] {
  let dropping = false
  return items.filter((item) => {
    if (item.type === 'activity-start') dropping = item.takenBack === true
    const stays = item.type === 'text' || item.type === 'tool-responses'
    const kept = !dropping || stays
    if (item.type === 'activity-end') dropping = false
    return kept
  })
}

/** The speech that was begun last, marked as taken back; the same outbox where none is under way. */
export function takeBackLast(outbox: Outbox): Outbox {
  const at = outbox.items.findLastIndex(({ type }) => type === 'activity-start')
  if (at < 0 || !endsInActivity(outbox)) return outbox
  return {
    ...outbox,
    items: outbox.items.map((item, index) => (index === at && item.type === 'activity-start' ? { ...item, takenBack: true } : item)),
  }
}

/** For each question in it, in order: the turn that it was spoken in; null where it was not spoken. */
export function questionsOf(items: readonly Outgoing[]): readonly (string | null)[] {
  let speech: string | null = null
  const questions: (string | null)[] = []
  for (const item of items) {
    if (item.type === 'activity-start') speech = item.turnId ?? null
    else if (isQuestion(item)) questions.push(item.type === 'activity-end' ? speech : null)
    if (item.type === 'activity-end') speech = null
  }
  return speech === null ? questions : [...questions, speech]
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
