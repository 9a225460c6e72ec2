import type { words as english } from '../languages/en'
import type { MessageCode } from '../messages/message-text'
import type { RefusalCode } from './refusal-codes'

type EnglishTexts = (typeof english)['texts']

/** Name of one text. */
export type TextKey = keyof EnglishTexts

/** Name of a text with plural forms. */
export type PluralKey = TextKey extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : never) : never

type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholders<Rest> : never

/** The values of a text, by the names in its braces. */
export type TextValues<Key extends TextKey> = { readonly [Name in Placeholders<EnglishTexts[Key]>]: string | number }

/** The further values of a plural text; `count` is the formatted number, if it is not just its digits. */
export type CountValues<Key extends PluralKey> = Omit<TextValues<`${Key}_other`>, 'count'> & { readonly count?: string }

/** Name of a text that needs no values. */
export type PlainKey = { readonly [Key in TextKey]: keyof TextValues<Key> extends never ? Key : never }[TextKey]

/** All texts of a language, including plural forms that English lacks. */
export type Texts = { readonly [Key in TextKey]: string } & {
  readonly [Key in `${PluralKey}_${'zero' | 'two' | 'few' | 'many'}`]?: string
}

/** Name of a fault in the catalogue. */
export type FaultKey = keyof (typeof english)['faults']

interface WordsOfLanguage {
  /** BCP 47: the locale for dates, numbers and lists */
  readonly locale: string
  /** a month in a short date, as in `Intl.DateTimeFormat`: `19 Nov` or `11/19` */
  readonly shortMonth: 'numeric' | 'short'
  /** how a currency is shown, as in `Intl.NumberFormat` */
  readonly money: 'symbol' | 'narrowSymbol' | 'name'
  /** words that mean yes, and words that may accompany them: alternatives separated by `|` */
  readonly spokenYes: { readonly yes: readonly string[]; readonly beside: readonly string[] }
  /** words at which Gemini stops to see what the user shows: without spaces and punctuation, in lower case */
  readonly spokenStop: readonly string[]
  readonly texts: Texts
  /** the messages that are stored as codes */
  readonly messages: { readonly [Code in MessageCode]: string }
  /** what each fault of the catalogue does */
  readonly faults: { readonly [Name in FaultKey]: string }
}

/** A whole language; a missing or superfluous part does not compile. */
export interface LanguageFile extends WordsOfLanguage {
  readonly refusals: { readonly [Code in RefusalCode]: string }
}

/** English: refusals have their English text where they are created. */
export interface EnglishFile extends WordsOfLanguage {
  readonly refusals?: never
}
