import type { EventName, EventPayload } from '../../shared/ipc/contract'

/** Sends one event of the contract to the page. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
