import { RecentMap } from '../lib/recent-map'
import { type Delivery, isSameDelivery } from './new-call'

/** How many ids of calls are remembered, a log may have a turn without end; and how many different calls with one id. */
const MOST_IDS = 1000
const MOST_WITH_ONE_ID = 20

interface Known<Value> {
  readonly delivery: Delivery
  readonly value: Value
}

/** The latest calls that the model sent with an id of its own, to recognize repeated deliveries, with a value for each. */
export class DeliveredCalls<Value> {
  readonly #byId = new RecentMap<readonly Known<Value>[]>(MOST_IDS)

  /** The value of the same call; undefined if it was not delivered before, or has no id. */
  get(delivery: Delivery): Value | undefined {
    if (delivery.modelCallId === null) return undefined
    return this.#byId.get(delivery.modelCallId)?.find((known) => isSameDelivery(known.delivery, delivery))?.value
  }

  /** Remembers a call with an id; its value replaces that of an earlier delivery. */
  set(delivery: Delivery, value: Value): void {
    const id = delivery.modelCallId
    if (id === null) return
    const known = this.#byId.get(id)
    const others = known?.filter((one) => !isSameDelivery(one.delivery, delivery)).slice(1 - MOST_WITH_ONE_ID) ?? []
    this.#byId.set(id, [...others, { delivery, value }])
  }

  clear(): void {
    this.#byId.clear()
  }
}
