import { argumentTexts } from './argument-texts'
import { callTexts } from './call-texts'
import { dataTexts } from './data-texts'
import { doctorTexts } from './doctor-texts'
import { noticeTexts } from './notice-texts'
import { ruleTexts } from './rule-texts'
import { serverToolTexts } from './server-tool-texts'
import { toolTexts } from './tool-texts'

/** The English of all messages by their codes, with `{values}`. Other languages have theirs in their files. */
export const messageTexts = {
  ...callTexts,
  ...toolTexts,
  ...dataTexts,
  ...argumentTexts,
  ...noticeTexts,
  ...doctorTexts,
  ...serverToolTexts,
  ...ruleTexts,
} as const

/** Names a message for good: stored messages have nothing but their code and values, so a code is never removed and keeps its meaning. */
export type MessageCode = keyof typeof messageTexts

/** The names in the braces of a text. */
export type SlotsOf<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsOf<Rest> : never

/** Puts the values in the places of a text. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
