import type { EventName } from '../../shared/ipc/contract'
import type { Emit } from './emit'

/** Parts of main that hear what the page is told, after it was told. */
export interface EventBus {
  /** The way to the page from now on, with ears. */
  tap(emit: Emit): Emit
  /** Hears the name of every event. */
  hear(listener: (name: EventName) => void): void
}

export function createEventBus(): EventBus {
  const listeners: ((name: EventName) => void)[] = []
  return {
    tap: (emit) => (name, payload) => {
      emit(name, payload)
      for (const listener of listeners) listener(name)
    },
    hear: (listener) => void listeners.push(listener),
  }
}
