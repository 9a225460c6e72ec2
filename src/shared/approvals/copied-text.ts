import type { JsonObject, JsonValue } from '../lib/json'
import { z } from '../lib/zod'

/** Where text comes from that somebody else may have written: whoever wrote it may want the model to act. */
export const textSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('server'), name: z.string() }),
  z.strictObject({ kind: z.literal('file') }),
  z.strictObject({ kind: z.literal('clipboard') }),
  z.strictObject({ kind: z.literal('table') }),
  /** What the user showed Gemini: nobody can say which text of it. */
  z.strictObject({ kind: z.literal('sight') }),
])
export type TextSource = Readonly<z.infer<typeof textSourceSchema>>

/** An argument, by its key, that contains text from such a source; empty for `sight`, of which any may. */
export const copiedTextSchema = z.strictObject({ argument: z.string(), source: textSourceSchema })
export type CopiedText = Readonly<z.infer<typeof copiedTextSchema>>

/** A result that the model read, and where it came from. */
export interface SourcedText {
  readonly source: TextSource
  readonly value: JsonValue
}

/** Letters and digits in a row, the same in both, that make a copy. */
export const copiedLength = 24
/** A whole value of this many letters and digits is a copy, too, if it is equal. */
export const copiedValueLength = 6
/** The most characters that are compared, of the arguments and of all results. */
const MOST_ARGUMENT = 100_000
const MOST_RESULTS = 400_000

/**
 * The arguments that contain text of these results: 24 letters and digits in a row, however they are spaced, or a whole value or line.
 * Text that was translated, encoded or reworded is not found.
 */
export function copiedTexts(input: JsonObject, results: readonly SourcedText[]): readonly CopiedText[] {
  const passages = new Map<string, Set<string>>()
  const values = new Map<string, Set<string>>()
  const mark = (marks: Map<string, Set<string>>, text: string, argument: string) =>
    void marks.set(text, (marks.get(text) ?? new Set()).add(argument))
  for (const [argument, value] of Object.entries(input)) {
    for (const text of textsOf(value, MOST_ARGUMENT)) {
      if (text.length >= copiedValueLength) mark(values, text, argument)
      for (let at = 0; at + copiedLength <= text.length; at += 1) mark(passages, text.slice(at, at + copiedLength), argument)
    }
  }
  const found = new Map<string, CopiedText>()
  let left = MOST_RESULTS
  for (const { source, value } of results) {
    const add = (argument: string) => void found.set(JSON.stringify([argument, source]), { argument, source })
    for (const text of textsOf(value, left)) {
      left -= text.length
      values.get(text)?.forEach(add)
      if (passages.size === 0) continue
      for (let at = 0; at + copiedLength <= text.length; at += 1) passages.get(text.slice(at, at + copiedLength))?.forEach(add)
    }
  }
  const copied = [...found.values()]
  return Object.keys(input).flatMap((argument) => copied.filter((one) => one.argument === argument))
}

/** The texts and numbers in a value, each whole and, if it has several, by lines, as far as `most` characters reach. */
function textsOf(value: JsonValue, most: number): readonly string[] {
  const texts: string[] = []
  let left = most
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
    if (typeof next === 'object' && next !== null) {
      waiting.push(...Object.values(next))
      continue
    }
    if (typeof next !== 'string' && typeof next !== 'number') continue
    const text = String(next).slice(0, left)
    left -= text.length
    texts.push(lettersOf(text))
    const lines = text.split(/\r?\n/)
    if (lines.length > 1) texts.push(...lines.map(lettersOf))
  }
  return texts.filter((text) => text !== '')
}

/** Letters and digits alone, in one case and width: spaces and punctuation are easily changed on the way. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
