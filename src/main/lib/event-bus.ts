import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Emit } from './emit'

/** What is done with events, by their names. */
export type EventListeners = { readonly [Name in EventName]?: (payload: EventPayload<Name>) => void }

/** One station on the way of an event: true where it ends here, and neither later stations nor the page get it. */
export type EventStage = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => boolean

/** What a bus is made from. */
export interface EventBusOptions {
  /** The way to the page. */
  readonly deliver: Emit
  /** A listener threw; the event has gone on to everyone else. */
  report(error: unknown): void
}

/** The one way of events through main: to the page, and to the parts of main that follow what happens. */
export interface EventBus {
  /** Takes an event past the stages to the page, and then to the listeners. */
  readonly emit: Emit
  /** Adds a station behind those that are there. */
  addStage(stage: EventStage): void
  /** Calls a listener after the page has the event, or a stage has ended it. */
  listen(listeners: EventListeners): void
  /** Calls a listener after each of these events. */
  listenTo(names: Iterable<EventName>, listener: () => void): void
}

type AnyListener = (name: EventName, payload: EventPayload<EventName>) => void

/** Makes a bus without stages and listeners. A listener that throws stops neither the event nor the others. */
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

/** Calls the listener of this name, where there is one. */
export function callListener<Name extends EventName>(listeners: EventListeners, name: Name, payload: EventPayload<Name>): void {
  listeners[name]?.(payload)
}
