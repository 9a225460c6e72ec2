import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Emit } from './emit'

/** Listeners of events, by event name. */
export type EventListeners = { readonly [Name in EventName]?: (payload: EventPayload<Name>) => void }

/** One stage of an event's delivery: returns true to stop the event before later stages and the page. */
export type EventStage = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => boolean

/** Options of a bus. */
export interface EventBusOptions {
  /** Sends an event to the page. */
  readonly deliver: Emit
  /** Called with the error of a listener; the event has reached all others. */
  report(error: unknown): void
}

/** The event bus of main: sends events to the page, and to the parts of main that listen. */
export interface EventBus {
  /** Passes an event through the stages to the page, and then to the listeners. */
  readonly emit: Emit
  /** Adds a stage after the existing ones. */
  addStage(stage: EventStage): void
  /** Adds listeners, called after the page has the event, or a stage has stopped it. */
  listen(listeners: EventListeners): void
  /** Calls a listener after each of these events. */
  listenTo(names: Iterable<EventName>, listener: () => void): void
}

type AnyListener = (name: EventName, payload: EventPayload<EventName>) => void

/** Creates a bus without stages and listeners. A listener that throws affects neither the event nor the others. */
export function createEventBus({ deliver, report }: EventBusOptions): EventBus {
  const stages: EventStage[] = []
  const listeners: AnyListener[] = []

  return {
    emit(name, payload) {
      if (!stages.some((stage) => stage(name, payload))) deliver(name, payload)
      for (const listener of listeners) {
        try {
          listener(name, payload)
        } catch (error) {
          report(error)
        }
      }
    },
    addStage: (stage) => void stages.push(stage),
    listen: (added) => void listeners.push((name, payload) => callListener(added, name, payload)),
    listenTo(names, listener) {
      const wanted = new Set(names)
      listeners.push((name) => {
        if (wanted.has(name)) listener()
      })
    },
  }
}

/** Calls the listener of this name, if there is one. */
export function callListener<Name extends EventName>(listeners: EventListeners, name: Name, payload: EventPayload<Name>): void {
  listeners[name]?.(payload)
}
