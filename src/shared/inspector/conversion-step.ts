import type { ConverterInput } from '../protocol/converter-input'

/** An event of the talk key for the timeline. */
export type TalkMark = 'key-down' | 'key-up'

/**
 * One input of the conversation's converter, so that the same converter makes the same chunks of it elsewhere. `after`: index of the last
 * recorded event before it, -1 if none. `ids`: the ids that the converter used. `within`: the frame during which the app gave this input.
 */
export type ConversionStep = {
  readonly at: number
  readonly after: number
} & (
  | { readonly kind: 'frame'; readonly event: number; readonly ids: readonly string[] }
  | { readonly kind: 'input'; readonly input: ConverterInput; readonly within: number | null; readonly ids: readonly string[] }
  | { readonly kind: 'mark'; readonly mark: TalkMark }
)
