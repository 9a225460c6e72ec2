/** Closes an exhaustive switch: does not compile while a case is missing, throws if one arrives at run time. */
export function assertNever(value: never, what = 'value'): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`)
}
