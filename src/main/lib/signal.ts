/** A single kind of event within main, for what happens in a part that is made before those who follow it. */
export interface Signal<Value = void> {
  /** Calls everyone who listens, in the order in which they came. */
  emit(value: Value): void
  listen(listener: (value: Value) => void): void
}

/** Makes a signal that nobody follows yet. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners: ((value: Value) => void)[] = []
  return {
    emit(value) {
      for (const listener of listeners) listener(value)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
