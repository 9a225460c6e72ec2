import type { JsonObject } from '../../../shared/lib/json'

/** The response to one call of the model. `modelCallId` is the model's own id; null if the call had none. */
export interface ToolAnswer {
  readonly modelCallId: string | null
  readonly name: string
  /** Parley's id of the call, if known. */
  readonly toolCallId?: string
  readonly response: JsonObject
  /** A picture for the response, as JPEG: the model receives it first. */
  readonly picture?: Uint8Array
  /** Another response to this call will follow; without the flag, the service ignores later ones. Only sent for non-blocking calls. */
  readonly willContinue?: boolean
  /** The effect of a late response to a non-blocking call on a running turn; omitted if the model does not support it. */
  readonly scheduling?: 'SILENT' | 'WHEN_IDLE' | 'INTERRUPT'
}

/**
 * One item to send to the model, independent of its wire form. Audio is s16le mono 16 kHz. `turnId`: the turn of the thread that
 * contains this input, if there is one.
 */
export type Outgoing =
  | {
      readonly type: 'activity-start'
      readonly turnId?: string
      /** The user cancelled this speech: it is not sent again. */
      readonly takenBack?: boolean
    }
  | { readonly type: 'audio'; readonly pcm: Uint8Array }
  | { readonly type: 'activity-end' }
  /** A picture shown while the user speaks, by its address. */
  | { readonly type: 'picture'; readonly url: string }
  | {
      readonly type: 'text'
      readonly text: string
      readonly turnId?: string
      /** addresses of its attachments */
      readonly files?: readonly string[]
    }
  | { readonly type: 'tool-responses'; readonly responses: readonly ToolAnswer[] }

/** Whether the model owes an answer to what this ends. */
export function isApproval(item: Outgoing): boolean {
  if (item.type === 'tool-responses') return item.responses.some((one) => one.willContinue !== true && one.scheduling !== 'SILENT')
  return item.type === 'activity-end' || item.type === 'text'
}

/** Items in the order they were said, with a limited number of bytes of audio. */
export interface Outbox {
  readonly items: readonly Outgoing[]
  readonly audioBytes: number
}

export const emptyOutbox: Outbox = { items: [], audioBytes: 0 }

/** Appends `added` to the outbox. Beyond `maxAudioBytes` the oldest audio is dropped; markers, text and responses never are. */
export function append(outbox: Outbox, added: readonly Outgoing[], maxAudioBytes: number): Outbox {
  if (added.length === 0) return outbox
  const items = [...outbox.items, ...added]
  const audioBytes = added.reduce((sum, item) => sum + (item.type === 'audio' ? item.pcm.byteLength : 0), outbox.audioBytes)
  return trim({ items, audioBytes }, maxAudioBytes)
}

/** Whether the last marker starts an activity whose end is still to come. */
export function endsInActivity({ items }: Outbox): boolean {
  return items.findLast(({ type }) => type === 'activity-start' || type === 'activity-end')?.type === 'activity-start'
}

/** The items without speech, and the pictures shown with it, that the user cancelled before it could be sent or repeated. */
export function withoutTakenBack(items: readonly Outgoing[]): readonly Outgoing[] {
  let dropping = false
  return items.filter((item) => {
    if (item.type === 'activity-start') dropping = item.takenBack === true
    const stays = item.type === 'text' || item.type === 'tool-responses'
    const stored = !dropping || stays
    if (item.type === 'activity-end') dropping = false
    return stored
  })
}

/** Marks the latest speech as cancelled; returns the same outbox if none is in progress. */
export function takeBackLast(outbox: Outbox): Outbox {
  const at = outbox.items.findLastIndex(({ type }) => type === 'activity-start')
  if (at < 0 || !endsInActivity(outbox)) return outbox
  return {
    ...outbox,
    items: outbox.items.map((item, index) => (index === at && item.type === 'activity-start' ? { ...item, takenBack: true } : item)),
  }
}

/** For each question, in order: the turn in which it was spoken; null if it was not spoken. */
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
