import { longestSourceName } from '../../../shared/data/source'

/** A name that no source has yet: the wished one, or that with a number. */
export function freeName(wished: string, sources: readonly { readonly name: string }[]): string {
  const taken = new Set(sources.map(({ name }) => name.toLowerCase()))
  const base = (wished.trim() === '' ? 'Data' : wished.trim()).slice(0, longestSourceName - 6)
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
