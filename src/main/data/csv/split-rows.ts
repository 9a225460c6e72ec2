/** Rows of a text, and where the first row begins that is not whole yet. */
export interface SplitRows {
  readonly rows: readonly (readonly string[])[]
  readonly end: number
  /** the first row with a quote that ends before its value does, or that nothing closes in the last text; null where there is none */
  readonly badRow: number | null
}

/**
 * Cuts text into rows and fields (RFC 4180). Each line may end with CRLF, LF or CR, whatever the others end with; inside quotes
 * line ends belong to the value. `isLast`: nothing follows this text.
 */
export function splitRows(text: string, delimiter: string, isLast: boolean, mostRows = Number.POSITIVE_INFINITY): SplitRows {
  const rows: (readonly string[])[] = []
  const ends = new LineEnds(text)
  const quotes = new Finder(text, '"')
  let from = 0
  while (from < text.length && rows.length < mostRows) {
    const lineEnd = ends.after(from)
    if (quotes.from(from) < lineEnd) {
      const row = quotedRow(text, from, delimiter, ends)
      if (row === 'open' && !isLast) break
      if (row === 'open' || row === 'bad') return { rows, end: from, badRow: rows.length }
      if (!isWhole(text, row.end, isLast)) break
      rows.push(row.fields)
      from = behindLineEnd(text, row.end)
      continue
    }
    if (!isWhole(text, lineEnd, isLast)) break
    rows.push(text.slice(from, lineEnd).split(delimiter))
    from = behindLineEnd(text, lineEnd)
  }
  return { rows, end: from, badRow: null }
}

/** Whether a row that ends here has ended for sure: what follows may be the other half of its line end. */
function isWhole(text: string, end: number, isLast: boolean): boolean {
  return isLast || end < text.length - 1 || text[end] === '\n'
}

function behindLineEnd(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

/** Finds a sign from left to right: no part of the text is looked through twice, however far away the sign is. */
class Finder {
  readonly #text: string
  readonly #sign: string
  #at = -1

  constructor(text: string, sign: string) {
    this.#text = text
    this.#sign = sign
  }

  /** Where the sign stands next; the length of the text where it does not. */
  from(from: number): number {
    if (this.#at >= from) return this.#at
    const found = this.#text.indexOf(this.#sign, from)
    this.#at = found < 0 ? this.#text.length : found
    return this.#at
  }
}

/** The same for line ends of each kind. */
class LineEnds {
  readonly #feeds: Finder
  readonly #returns: Finder

  constructor(text: string) {
    this.#feeds = new Finder(text, '\n')
    this.#returns = new Finder(text, '\r')
  }

  after(from: number): number {
    return Math.min(this.#feeds.from(from), this.#returns.from(from))
  }
}

/**
 * A row that has a quote in its first line. A quote is one only where a value begins with it, or with spaces before it if it is closed
 * in the same line: no writer leaves a value with a quote in it without quotes.
 */
function quotedRow(
  text: string,
  begin: number,
  delimiter: string,
  ends: LineEnds,
): { readonly fields: readonly string[]; readonly end: number } | 'open' | 'bad' {
  const fields: string[] = []
  let at = begin
  for (;;) {
    let end: number
    const spaced = spacedQuote(text, at, delimiter, ends)
    if (spaced !== null) at = spaced
    if (text[at] === '"') {
      const close = closingQuote(text, at)
      if (close < 0) return 'open'
      fields.push(text.slice(at + 1, close).replaceAll('""', '"'))
      end = close + 1
      while (text[end] === ' ' && delimiter !== ' ') end += 1
      if (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') return 'bad'
    } else {
      const next = text.indexOf(delimiter, at)
      const lineEnd = ends.after(at)
      end = next < 0 ? lineEnd : Math.min(next, lineEnd)
      fields.push(text.slice(at, end))
    }
    if (text[end] !== delimiter) return { fields, end }
    at = end + 1
  }
}

/** Where the quote stands that begins a value behind spaces; null where the value is to be read as it is. */
function spacedQuote(text: string, at: number, delimiter: string, ends: LineEnds): number | null {
  let quote = at
  while (text[quote] === ' ') quote += 1
  if (quote === at || text[quote] !== '"' || delimiter === ' ') return null
  const close = closingQuote(text, quote)
  const lineEnd = ends.after(at)
  if (close < 0 || close >= lineEnd) return null
  let end = close + 1
  while (text[end] === ' ') end += 1
  return end === lineEnd || text[end] === delimiter ? quote : null
}

/** The quote that closes a value; two of them stand for one. Negative where there is none. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}
