/** The words that a search asks for, each of which must be there. Written apart by any kind of space, also the Japanese one. */
export function searchTerms(query: string): readonly string[] {
  return [...new Set(query.normalize('NFC').split(/\s+/u).filter(Boolean))]
}

/** Finds any of the terms whatever their case; null where there is nothing to find. The expression is global and carries Unicode. */
export function termPattern(terms: readonly string[]): RegExp | null {
  if (terms.length === 0) return null
  // the longest first: of two that begin alike the longer one is marked
  const sorted = [...terms].sort((left, right) => right.length - left.length)
  return new RegExp(sorted.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'giu')
}
