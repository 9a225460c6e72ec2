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
export function isQuestion(item: Outgoing): boolean {
  if (item.type === 'tool-responses') return item.responses.some((one) => one.willContinue !== true && one.scheduling !== 'SILENT')
  return item.type === 'activity-end' || item.type === 'text'
}
