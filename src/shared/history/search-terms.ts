/** The words of a search, all of which must occur. Any kind of space separates them, including the Japanese one. */
export function searchTerms(query: string): readonly string[] {
  return [...new Set(query.normalize('NFC').split(/\s+/u).filter(Boolean))]
}

/** Finds any of the terms, ignoring case; null if there are none. The expression is global and uses Unicode. */
export function termPattern(terms: readonly string[]): RegExp | null {
  if (terms.length === 0) return null
  // longest first: of two terms with the same beginning, the longer one is marked
  const sorted = [...terms].sort((left, right) => right.length - left.length)
  return new RegExp(sorted.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'giu')
}
