/**
 * Returns the same value at every call, made at the first one. An exception of `make` reaches the caller, and the next
 * call tries again.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
