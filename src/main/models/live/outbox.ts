import type { JsonObject } from '../../../shared/lib/json'

/** The answer to one call of the model. `modelCallId` is the model's own id, null when the call came without one. */
export interface ToolAnswer {
  readonly modelCallId: string | null
  readonly name: string
  /** Our id of the call, where it is known. */
  readonly toolCallId?: string
  readonly response: JsonObject
  /** A picture that belongs to the answer, as JPEG: the model is shown it first. */
  readonly picture?: Uint8Array
  /** Another answer to this call will follow. Without it the service passes later ones by. Sent for non-blocking calls alone. */
  readonly willContinue?: boolean
  /** What a late answer of a non-blocking call does to a running turn; left out where the model doesn't know it. */
  readonly scheduling?: 'SILENT' | 'WHEN_IDLE' | 'INTERRUPT'
}

/**
 * One thing to say to the model, independent of how its model wants it on the wire. Audio is s16le mono 16 kHz. `turnId`:
 * the turn of the thread in which these words stand, where they stand in one.
 */
export type Outgoing =
  | {
      readonly type: 'activity-start'
      readonly turnId?: string
      /** The user has taken these words back: they are not said again. */
      readonly takenBack?: boolean
    }
  | { readonly type: 'audio'; readonly pcm: Uint8Array }
  | { readonly type: 'activity-end' }
  /** What the user shows while they speak, by its address. */
  | { readonly type: 'picture'; readonly url: string }
  | {
      readonly type: 'text'
      readonly text: string
      readonly turnId?: string
      /** addresses of the files that go with it */
      readonly files?: readonly string[]
    }
  | { readonly type: 'tool-responses'; readonly responses: readonly ToolAnswer[] }

/** Whether the model owes an answer to what this ends. */
export function isApproval(item: Outgoing): boolean {
  if (item.type === 'tool-responses') return item.responses.some((one) => one.willContinue !== true && one.scheduling !== 'SILENT')
  return item.type === 'activity-end' || item.type === 'text'
}

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
    else if (isApproval(item)) questions.push(item.type === 'activity-end' ? speech : null)
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
