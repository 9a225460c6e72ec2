import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { ServerMessage } from '../../shared/ipc/tool-server-calls'
import type { Clock } from '../../shared/lib/clock'
import { isNestedDeeperThan } from '../../shared/lib/json-value'
import { redact } from '../../shared/text/redact'
import { visibleBeginning } from '../../shared/text/visible-beginning'

/** The most messages of a server that are remembered, and the most characters of one. */
export const mostMessagesShown = 200
export const longestMessageShown = 4000

/** The last JSON-RPC messages to and from a server, in memory, to see why it does what it does. */
export interface MessageLog {
  /** Returns it as it is shown. */
  add(direction: ServerMessage['direction'], message: unknown): ServerMessage
  /** The oldest first. Values of the server's variables are replaced, long messages are cut. */
  list(): readonly ServerMessage[]
}

/** `secrets`: texts that must not be shown, such as keys in the environment of the process. */
export function createMessageLog(clock: Clock, secrets: () => readonly string[]): MessageLog {
  let messages: readonly ServerMessage[] = []
  return {
    add(direction, message) {
      const noted: ServerMessage = {
        at: clock.now(),
        direction,
        text: visibleBeginning(beginningOf(message, secrets()), longestMessageShown),
      }
      messages = [...messages.slice(1 - mostMessagesShown), noted]
      return noted
    },
    list: () => messages,
  }
}

/** A message is nested at most so deeply: whoever goes down into more has no stack left, which would end the app. */
const DEEPEST_MESSAGE = 200

/** Of a longer message only the beginning is looked at: messages may have megabytes, and thousands come in a moment. */
const LOOKED_AT = 32_000

/** The message as text without secrets; of a long one its beginning, and nothing of what the cut may have left of a secret. */
function beginningOf(message: unknown, secrets: readonly string[]): string {
  const whole = JSON.stringify(message)
  if (whole.length <= LOOKED_AT) return redact(whole, secrets)
  const longest = Math.max(0, ...secrets.map((secret) => encodeURIComponent(secret).length))
  const clean = redact(whole.slice(0, LOOKED_AT + longest), secrets)
  // the beginning of a key or token is replaced, too; of a secret it is not
  return `${clean.slice(0, Math.max(0, clean.length - longest))}…`
}

/** What is read of a message that is nested too deeply: an answer fails; everything else is passed by. */
function tooDeep(message: JSONRPCMessage): JSONRPCMessage | null {
  if (!('id' in message) || 'method' in message) return null
  return { jsonrpc: '2.0', id: message.id, error: { code: -32_603, message: 'its answer is nested too deeply' } }
}

/** The same transport, of which every message is noted on its way. One that is nested too deeply goes no further. */
export function loggedTransport<Kind extends Transport>(
  transport: Kind,
  note: (direction: ServerMessage['direction'], message: unknown) => void,
): Kind {
  return new Proxy(transport, {
    get(target, key) {
      if (key === 'send') {
        const send: Transport['send'] = (message, options) => {
          note('to', message)
          return target.send(message, options)
        }
        return send
      }
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const bound: unknown = value.bind(target)
      return bound
    },
    set(target, key, value: unknown) {
      if (key !== 'onmessage' || typeof value !== 'function') return Reflect.set(target, key, value)
      // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- a proxy is given any value; the client, which alone holds this transport, sets this property to what `Transport` says
      const deliver = value as NonNullable<Transport['onmessage']>
      target.onmessage = (message: JSONRPCMessage, extra) => {
        const read = isNestedDeeperThan(message, DEEPEST_MESSAGE) ? tooDeep(message) : message
        if (read === null) return
        note('from', read)
        deliver(read, extra)
      }
      return true
    },
  })
}
