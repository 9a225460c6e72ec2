import { argumentTexts } from './argument-texts'
import { callTexts } from './call-texts'
import { dataTexts } from './data-texts'
import { doctorTexts } from './doctor-texts'
import { noticeTexts } from './notice-texts'
import { toolTexts } from './tool-texts'

/** All texts of Parley that are kept or told to the model, and shown to the user too: English with `{values}`. Other languages have them in their files. */
export const messageTexts = { ...callTexts, ...toolTexts, ...dataTexts, ...argumentTexts, ...noticeTexts, ...doctorTexts } as const

/** Names a text for good: a stored text is found again by its English words, so these never change their meaning. */
export type MessageCode = keyof typeof messageTexts

/** The names in the braces of a text. */
export type SlotsOf<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsOf<Rest> : never

/** The values that a text takes. */
export type MessageValues<Code extends MessageCode> = Readonly<Record<SlotsOf<(typeof messageTexts)[Code]>, string | number>>

/** English words made by `tell`, which the page can say in the language of the user. */
export type MessageText = string & { readonly [made]: true }
declare const made: unique symbol

/** A text in English, for the model and to be kept; a value may be such a text itself. */
export function messageText<Code extends MessageCode>(
  code: Code,
  ...[values]: [SlotsOf<(typeof messageTexts)[Code]>] extends [never] ? [] : [values: MessageValues<Code>]
): MessageText {
  return asMessageText(fillText(messageTexts[code], values ?? {}))
}

/** For words that were made by `tell` elsewhere and came back as plain text: from the store, or from the window. */
export function asMessageText(text: string): MessageText {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the brand is only a promise to the compiler
  return text as MessageText
}

/** Puts the values in the places of a text. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
