import type { words as english } from '../languages/en'
import type { MessageCode } from '../messages/message-text'
import type { RefusalCode } from './refusal-codes'

type EnglishTexts = (typeof english)['texts']

/** Name of one text. */
export type TextKey = keyof EnglishTexts

/** Name of a text that has a form for each plural of a language. */
export type PluralKey = TextKey extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : never) : never

type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholders<Rest> : never

/** The values that a text needs, by the names in its braces. */
export type TextValues<Key extends TextKey> = { readonly [Name in Placeholders<EnglishTexts[Key]>]: string | number }

/** The values that a text of a number needs beside it; `count` is how the number is written, where that is not its digits. */
export type CountValues<Key extends PluralKey> = Omit<TextValues<`${Key}_other`>, 'count'> & { readonly count?: string }

/** Name of a text that needs no values. */
export type PlainKey = { readonly [Key in TextKey]: keyof TextValues<Key> extends never ? Key : never }[TextKey]

/** All texts of a language. Plural forms that English does not know are there for languages that have them. */
export type Texts = { readonly [Key in TextKey]: string } & {
  readonly [Key in `${PluralKey}_${'zero' | 'two' | 'few' | 'many'}`]?: string
}

/** Name of a fault of the catalogue. */
export type FaultKey = keyof (typeof english)['faults']

interface WordsOfLanguage {
  /** BCP 47: by which dates, numbers and lists are written */
  readonly locale: string
  /** a month in a short date, as `Intl.DateTimeFormat` names it: `19 Nov` or `11/19` */
  readonly shortMonth: 'numeric' | 'short'
  /** how a currency is told, as `Intl.NumberFormat` names it */
  readonly money: 'symbol' | 'narrowSymbol' | 'name'
  /** a yes in words, and what may be said beside it: alternatives divided by `|` */
  readonly spokenYes: { readonly yes: readonly string[]; readonly beside: readonly string[] }
  readonly texts: Texts
  /** the messages that are stored by their codes */
  readonly messages: { readonly [Code in MessageCode]: string }
  /** what each fault of the catalogue does */
  readonly faults: { readonly [Name in FaultKey]: string }
}

/** A whole language, of which a missing or superfluous part does not compile. */
export interface LanguageFile extends WordsOfLanguage {
  readonly refusals: { readonly [Code in RefusalCode]: string }
}

/** English: what is refused is in English where it is refused. */
export interface EnglishFile extends WordsOfLanguage {
  readonly refusals?: never
}
