import { connect, type Socket } from 'node:net'
import { type DbusDraft, type DbusMessage, decodeMessages, encodeMessage } from './dbus-message'
import { textOf } from './dbus-value'

/** A connection to a message bus. */
export interface MessageBus {
  /** Parley's own name on the bus, for example `:1.42`. */
  readonly name: string
  /**
   * Calls a method. `answered` runs once, before any later message of the bus is processed: with the return, with the error, or with
   * null if the connection ended first.
   */
  call(draft: Omit<DbusDraft, 'kind'>, answered: (answer: DbusMessage | null) => void): void
  /** Sends anything else. */
  send(draft: DbusDraft): void
  close(): void
}

/** Receives messages that answer none of our calls, and the end, once. */
export interface MessageBusListener {
  received(message: DbusMessage): void
  closed(): void
}

/** The address of the bus itself. */
export const busItself = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' } as const

/**
 * Connects to the bus at this socket as the user that runs Parley, and says hello. Resolves once the bus takes calls; rejects if it is
 * unreachable or refuses.
 */
export function connectToBus(socketPath: string, listener: MessageBusListener): Promise<MessageBus> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: socketPath })
    const waiting = new Map<number, (answer: DbusMessage | null) => void>()
    let received: Buffer = Buffer.alloc(0)
    let introduced = false
    let ready = false
    let serial = 0
    let name = ''

    const post = (draft: DbusDraft): number => {
      serial += 1
      if (!socket.destroyed) socket.write(encodeMessage(draft, serial))
      return serial
    }
    const bus: MessageBus = {
      get name() {
        return name
      },
      call(draft, answered) {
        if (socket.destroyed) answered(null)
        else waiting.set(post({ ...draft, kind: 'call' }), answered)
      },
      send: (draft) => void post(draft),
      close: () => socket.end(),
    }

    function end(): void {
      socket.destroy()
      const left = [...waiting.values()]
      waiting.clear()
      for (const answered of left) answered(null)
      if (ready) listener.closed()
      else reject(new Error('the message bus ended the connection'))
      ready = false
    }

    function take(message: DbusMessage): void {
      const answered = message.kind === 'return' || message.kind === 'error' ? waiting.get(message.replySerial) : undefined
      if (answered === undefined) listener.received(message)
      else {
        waiting.delete(message.replySerial)
        answered(message)
      }
    }

    function sayHello(): void {
      bus.call({ ...busItself, member: 'Hello' }, (answer) => {
        if (answer?.kind !== 'return') return socket.destroy()
        ready = true
        name = textOf(answer.body[0])
        resolve(bus)
      })
    }

    socket.on('connect', () => introduce(socket))
    socket.on('data', (bytes: Buffer) => {
      try {
        received = Buffer.concat([received, bytes])
        if (!introduced) {
          const line = received.indexOf('\r\n')
          if (line < 0) return
          if (!received.toString('latin1', 0, line).startsWith('OK ')) throw new Error('the message bus does not let Parley in')
          received = received.subarray(line + 2)
          introduced = true
          socket.write('BEGIN\r\n')
          sayHello()
        }
        const { messages, rest } = decodeMessages(received)
        received = rest
        messages.forEach(take)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
    socket.on('error', reject)
    socket.on('close', end)
  })
}

/** Sends our user id, which the bus verifies with the kernel. */
function introduce(socket: Socket): void {
  const user = String(process.getuid?.() ?? 0)
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(user, 'latin1').toString('hex')}\r\n`)
}
