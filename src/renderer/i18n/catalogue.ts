import type { en } from './en'

/** Name of one string. */
export type StringKey = keyof typeof en

type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholders<Rest> : never

/** A whole set of strings: a missing or extra key does not compile. */
export type Catalogue = { readonly [Key in StringKey]: string }

/** The values a string needs, by the names in its braces. */
export type StringValues<Key extends StringKey> = { readonly [Name in Placeholders<(typeof en)[Key]>]: string | number }

/** Name of a string that needs no values. */
export type PlainKey = { readonly [Key in StringKey]: keyof StringValues<Key> extends never ? Key : never }[StringKey]
