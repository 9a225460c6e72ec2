/** A value whose type travels with it. */
export interface DbusVariant {
  readonly signature: string
  readonly value: DbusValue
}

/** What D-Bus can carry, as JavaScript has it: structs and dict entries are arrays, 64-bit numbers are bigints. */
export type DbusValue = number | bigint | boolean | string | DbusVariant | readonly DbusValue[]

/** Whether it is an array, a struct or a dict entry. */
export function isList(value: DbusValue | undefined): value is readonly DbusValue[] {
  return Array.isArray(value)
}

/** Text as it is, numbers and truth in letters; empty for what has an inside. */
export function textOf(value: DbusValue | undefined): string {
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

/** Whether it carries its type. */
export function isVariant(value: DbusValue | undefined): value is DbusVariant {
  return typeof value === 'object' && !isList(value)
}

/** What fixed types take, in bytes; it is also what their place is a multiple of. */
export const fixedSizes: Readonly<Record<string, number>> = { y: 1, n: 2, q: 2, b: 4, i: 4, u: 4, x: 8, t: 8, d: 8 }

/** What the place of a type is a multiple of (D-Bus specification, "Summary of D-Bus marshalling"). */
export function alignmentOf(signature: string): number {
  const first = signature.charAt(0)
  if (first === '(' || first === '{') return 8
  if (first === 'g' || first === 'v') return 1
  return fixedSizes[first] ?? 4
}

/** Deeper than this no message goes: the specification allows 32 arrays and 32 structs. */
const deepest = 64

/** Takes a signature apart into its complete types: `sa{sv}u` is `s`, `a{sv}`, `u`. Throws where it is none. */
export function completeTypes(signature: string): readonly string[] {
  const types: string[] = []
  let at = 0
  while (at < signature.length) {
    const end = endOfType(signature, at, 0)
    types.push(signature.slice(at, end))
    at = end
  }
  return types
}

/** The types inside a struct or a dict entry. */
export function membersOf(signature: string): readonly string[] {
  return completeTypes(signature.slice(1, -1))
}

function endOfType(signature: string, at: number, depth: number): number {
  const first = signature.charAt(at)
  if (depth > deepest) throw new Error('the signature is too deep')
  if (first === 'a') return endOfType(signature, at + 1, depth + 1)
  if (first === '(' || first === '{') {
    const close = first === '(' ? ')' : '}'
    let end = at + 1
    while (signature.charAt(end) !== close) end = endOfType(signature, end, depth + 1)
    if (end === at + 1) throw new Error('a D-Bus struct has members')
    return end + 1
  }
  if (!/^[ynqbiuxtdsogv]$/.test(first)) throw new Error('the signature is no signature')
  return at + 1
}
