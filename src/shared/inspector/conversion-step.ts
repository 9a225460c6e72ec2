import type { ConverterInput } from '../protocol/converter-input'

/** Something of the talk key that belongs on the line of time. */
export type TalkMark = 'key-down' | 'key-up'

/**
 * One thing that the conversation's converter was told, so that the same converter makes the same chunks of it elsewhere.
 * `after`: index of the recorded event that stood last by then, -1 where there was none. `ids`: the ids that it took for it. `within`: the frame that the app was
 * hearing when it told this.
 */
export type ConversionStep = {
  readonly at: number
  readonly after: number
} & (
  | { readonly kind: 'frame'; readonly event: number; readonly ids: readonly string[] }
  | { readonly kind: 'input'; readonly input: ConverterInput; readonly within: number | null; readonly ids: readonly string[] }
  | { readonly kind: 'mark'; readonly mark: TalkMark }
)
