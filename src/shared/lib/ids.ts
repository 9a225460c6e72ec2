/** Makes a new unique id: a non-empty string that begins with `prefix` and a dash. */
export type NewId = (prefix: string) => string

/** Ids `prefix-1`, `prefix-2`, … for tests and for output that must be the same on every run. */
export function countingIds(): NewId {
  const counts = new Map<string, number>()
  return (prefix) => {
    const next = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, next)
    return `${prefix}-${next}`
  }
}
