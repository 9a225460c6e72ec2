import type { Translator } from '../i18n/translator'
import type { JsonValue } from '../lib/json'
import { z } from '../lib/zod'
import { type Localized, localizedSchema } from '../text/localized'
import { fillText, type MessageCode, messageTexts, type SlotsOf } from './message-text'
import { modelTexts } from './model-texts'

/** What stands in one place of a text: a plain value, another message, a text in several languages, or a row of messages. */
export type MessageValue = string | number | Message | Localized | readonly Message[]

/** A text of Parley as it is stored and sent: its code and its values. It is worded when it is shown (`displayText`) or sent to the model (`modelText`). */
export type Message = {
  readonly code: MessageCode
  readonly values: { readonly [name: string]: MessageValue }
}

/** A text for the user: a message of Parley, or a plain text of somebody else or of an earlier version, which is shown as it is. */
export type DisplayText = Message | string

const textsForModel: Readonly<Record<MessageCode, string>> = { ...messageTexts, ...modelTexts }

const codeSchema = z.enum(Object.keys(messageTexts).filter(isCode))

/** A message that was stored or sent. Codes are kept for good, so what an earlier version stored can still be worded. */
export const messageSchema: z.ZodType<Message, JsonValue> = z.strictObject({
  code: codeSchema,
  values: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.lazy(() => messageSchema), localizedSchema, z.array(z.lazy(() => messageSchema)).readonly()]),
  ),
})

/** A stored or sent text for the user. */
export const displayTextSchema: z.ZodType<DisplayText, JsonValue> = z.union([z.string(), messageSchema])

/** The same where earlier versions stored one text for each language. */
export const storedTextSchema: z.ZodType<DisplayText | Localized, JsonValue> = z.union([displayTextSchema, localizedSchema])

/** A message with the values that its text takes. */
export function messageOf<Code extends MessageCode>(
  code: Code,
  ...[values]: [SlotsOf<(typeof messageTexts)[Code]>] extends [never]
    ? []
    : [values: { readonly [Name in SlotsOf<(typeof messageTexts)[Code]>]: MessageValue }]
): Message {
  return { code, values: values ?? {} }
}

/** A text for the user in their language. */
export function displayText(text: DisplayText | Localized, i18n: Translator): string {
  return worded(text, { texts: i18n.messages, of: i18n.of, separator: i18n.t('list.problems') })
}

/** The English text of a message for the model, for other programs and for the log. */
export function modelText(text: DisplayText | Localized): string {
  return worded(text, { texts: textsForModel, of: ({ en }) => en, separator: '; ' })
}

/** The same text with `change` applied to each value, or to the whole of a plain text: to leave out what is private. */
export function changeValues<Text extends DisplayText>(text: Text, change: (value: string) => string): Text
export function changeValues(text: DisplayText, change: (value: string) => string): DisplayText {
  if (typeof text === 'string') return change(text)
  return { code: text.code, values: Object.fromEntries(Object.entries(text.values).map(([name, value]) => [name, changed(value, change)])) }
}

/** Whether a text for the user is this message, also as an earlier version stored it: as its English. */
export function isMessageOf(text: DisplayText, code: MessageCode): boolean {
  return typeof text === 'string' ? text === messageTexts[code] : text.code === code
}

interface Wording {
  readonly texts: Readonly<Record<MessageCode, string>>
  readonly separator: string
  of(localized: Localized): string
}

function worded(text: MessageValue, wording: Wording): string {
  if (typeof text === 'string' || typeof text === 'number') return String(text)
  if (isList(text)) return text.map((one) => worded(one, wording)).join(wording.separator)
  if (!isMessage(text)) return wording.of(text)
  const values = Object.entries(text.values).map(([name, value]) => [name, worded(value, wording)] as const)
  return fillText(wording.texts[text.code], Object.fromEntries(values))
}

function isList(value: Message | Localized | readonly Message[]): value is readonly Message[] {
  return Array.isArray(value)
}

function isMessage(text: Message | Localized): text is Message {
  return typeof text.values === 'object'
}

function changed(value: MessageValue, change: (value: string) => string): MessageValue {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return value
  if (isList(value)) return value.map((one) => changeValues(one, change))
  return isMessage(value) ? changeValues(value, change) : value
}

function isCode(code: string): code is MessageCode {
  return Object.hasOwn(messageTexts, code)
}
