/** Passes a value on only if it differs from the previous one; the first is compared with `initial`. */
export function onChange<Value>(initial: Value, notify: (value: Value) => void): (value: Value) => void {
  let last = initial
  return (value) => {
    if (value === last) return
    last = value
    notify(value)
  }
}
