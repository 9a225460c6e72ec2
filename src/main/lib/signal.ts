import type { Disposable } from './disposable'

/** A single kind of event within main, for what happens in a part that is made before those who follow it. */
export interface Signal<Value = void> {
  /** Calls all listeners in the order of their registration. */
  emit(value: Value): void
  /** Calls the listener at every event, until the returned object is disposed of. */
  listen(listener: (value: Value) => void): Disposable
}

/** Creates a signal without listeners. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<{ readonly call: (value: Value) => void }>()
  return {
    emit(value) {
      for (const { call } of [...listeners]) call(value)
    },
    listen(call) {
      const listener = { call }
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
  }
}
