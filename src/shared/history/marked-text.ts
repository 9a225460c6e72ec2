import { z } from '../lib/zod'
import { termPattern } from './search-terms'

/** A text split where the searched words begin and end. */
export const markedTextSchema = z.array(z.strictObject({ text: z.string(), hit: z.boolean() }))
export type MarkedText = Readonly<z.infer<typeof markedTextSchema>>

/** Marks every occurrence of the terms. */
export function markTerms(text: string, terms: readonly string[]): MarkedText {
  const pattern = termPattern(terms)
  const pieces: { text: string; hit: boolean }[] = []
  const add = (piece: string, hit: boolean): void => {
    if (piece !== '') pieces.push({ text: piece, hit })
  }
  let end = 0
  for (const match of pattern === null ? [] : text.matchAll(pattern)) {
    add(text.slice(end, match.index), false)
    add(match[0], true)
    end = match.index + match[0].length
  }
  add(text.slice(end), false)
  return pieces
}

const BEFORE = 24
const LONGEST = 120

/**
 * The part of a text around the first occurrence of a term, on one line, marked. An ellipsis shows where it was cut.
 */
export function snippetOf(text: string, terms: readonly string[]): MarkedText {
  const line = text.replace(/\s+/gu, ' ').trim()
  const at = termPattern(terms)?.exec(line)?.index ?? 0
  const characters = [...line]
  const first = [...line.slice(0, at)].length
  const from = first <= BEFORE ? 0 : first - BEFORE
  const cut = characters.slice(from, from + LONGEST).join('')
  const after = from + LONGEST < characters.length ? '…' : ''
  return markTerms(`${from > 0 ? '…' : ''}${cut}${after}`, terms)
}
