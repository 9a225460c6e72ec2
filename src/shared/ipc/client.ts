import { failure, type Result, success } from '../lib/result'
import { z } from '../lib/zod'
import { messageSchema } from '../messages/message'
import { type CallName, type CallReply, type CallRequest, calls, type EventName, type EventPayload, events } from './contract'
import type { LossReason, Transport } from './transport'

const replyEnvelope = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({ code: z.string(), message: z.string(), display: messageSchema.exactOptional() }),
  }),
])

/** The renderer's typed side of the contract. */
export interface Client {
  /** Never rejects: a lost channel or an invalid reply is a failed result too. */
  call<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<Result<CallReply<Name>>>
  /**
   * Listens to one event; invalid payloads are passed to `report` and dropped. Returns a function that stops listening.
   */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void
  /**
   * Calls the listener once when the channel is lost for good, at once if it already is. Returns a function that stops
   * listening.
   */
  onLost(listener: (reason: LossReason) => void): () => void
}

/**
 * Wraps a transport into the typed client; `report` receives a text about everything that does not match the contract.
 */
export function createClient(transport: Transport, report: (what: string, detail: unknown) => void): Client {
  const hear = createEventFan(transport, report)
  return {
    async call(name, request) {
      let raw: unknown
      try {
        raw = await transport.call(name, request)
      } catch (error) {
        // a transport with `onLost` has already reported the loss, and a page without a channel keeps calling
        if (transport.onLost === undefined) report(`call ${name} did not reach main`, error)
        return failure('channel-lost', 'Parley can’t be reached from here. Start it again; what was said is kept.')
      }
      const envelope = replyEnvelope.safeParse(raw)
      if (!envelope.success) {
        report(`reply of ${name} does not fit the contract`, envelope.error)
        return failure('bad-reply', `Parley’s answer to ${name} can’t be read. Load the page or start Parley again; what was said is kept.`)
      }
      if (!envelope.data.ok) return { ok: false, error: envelope.data.error }
      const reply = calls[name].reply.safeParse(envelope.data.value)
      if (!reply.success) {
        report(`reply of ${name} does not fit the contract`, reply.error)
        return failure('bad-reply', `Parley’s answer to ${name} can’t be read. Load the page or start Parley again; what was said is kept.`)
      }
      // parsed by this call's own schema one line above
      return success(reply.data as CallReply<typeof name>)
    },
    on: hear,
    onLost: (listener) => transport.onLost?.(listener) ?? (() => undefined),
  }
}

/** Receives each event from the transport once, validates it once, and passes it to all listeners of its name. */
function createEventFan(transport: Transport, report: (what: string, detail: unknown) => void): Client['on'] {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let stop: (() => void) | null = null

  const hand = (name: string, payload: unknown): void => {
    const those = listeners.get(name)
    if (those === undefined || !isEventName(name)) return
    const parsed = events[name].safeParse(payload)
    if (!parsed.success) return report(`event ${name} does not fit the contract`, parsed.error)
    for (const listener of [...those]) listener(parsed.data)
  }

  return (name, listener) => {
    // stored under the name of this event, whose schema validates the payload before it is passed on
    const own = (payload: unknown): void => listener(payload as EventPayload<typeof name>)
    const those = listeners.get(name) ?? new Set()
    listeners.set(name, those.add(own))
    stop ??= transport.onEvent(hand)
    return () => {
      those.delete(own)
      if (those.size === 0 && listeners.get(name) === those) listeners.delete(name)
      if (listeners.size > 0) return
      stop?.()
      stop = null
    }
  }
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name)
}
