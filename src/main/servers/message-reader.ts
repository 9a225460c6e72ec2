import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Clock } from '../../shared/lib/clock'
import { z } from '../../shared/lib/zod'
import { type Message, messageOf } from '../../shared/messages/message'

/** The longest line, in bytes. */
export const longestLine = 8 * 1024 * 1024
/** The most bytes of lines that are no messages, from start to end: some servers write a few to the wrong place. Each counts for more. */
export const mostNoise = 256 * 1024
/** The most messages and bytes in each period. */
export const mostMessages = 5000
export const mostBytes = 64 * 1024 * 1024
const PERIOD = 10_000
const LINE_COST = 64

/** Dependencies of the reader. */
export interface MessageReaderOptions {
  readonly clock: Clock
  deliver(message: JSONRPCMessage): void
  /** The server writes what no server should: it must be ended. Called once; nothing is delivered after it. */
  giveUp(why: Message): void
}

const messageSchema = z.looseObject({ jsonrpc: z.literal('2.0') })

/**
 * Reads messages, one a line, from the output of a server. Lines that are no messages are skipped. Too long a line, too many other lines
 * and too many messages end the reading, so that a server costs itself alone.
 */
export function createMessageReader({ clock, deliver, giveUp }: MessageReaderOptions): { add(chunk: Buffer): void } {
  let held: Buffer[] = []
  let heldBytes = 0
  let noise = 0
  let period = { since: clock.now(), messages: 0, bytes: 0 }
  let isOver = false

  /** Takes one line. Returns why the server must be ended, or null. */
  function take(line: Buffer): Message | null {
    const text = line.toString('utf8').trim()
    if (text === '') return null
    const message = line.length > longestLine ? null : messageIn(text)
    if (message === null) {
      noise += line.length + LINE_COST
      return noise > mostNoise ? messageOf('server-not-mcp') : null
    }
    period.messages += 1
    if (period.messages > mostMessages) return messageOf('server-floods')
    deliver(message)
    return null
  }

  /** Takes all whole lines, and holds what follows them. */
  function read(chunk: Buffer): Message | null {
    const passed = clock.now() - period.since
    // negative: the clock was set back
    if (passed > PERIOD || passed < 0) period = { since: clock.now(), messages: 0, bytes: 0 }
    period.bytes += chunk.length
    if (period.bytes > mostBytes) return messageOf('server-floods')
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...held, chunk.subarray(from, end)])
      held = []
      heldBytes = 0
      from = end + 1
      const why = take(line)
      if (why !== null) return why
    }
    if (from < chunk.length) held.push(chunk.subarray(from))
    heldBytes += chunk.length - from
    return heldBytes > longestLine ? messageOf('server-floods') : null
  }

  return {
    add(chunk) {
      if (isOver) return
      const why = read(chunk)
      if (why === null) return
      isOver = true
      held = []
      giveUp(why)
    },
  }
}

function messageIn(text: string): JSONRPCMessage | null {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    // the client checks the rest
    // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- an object of JSON-RPC 2.0, whose shape the client checks
    return messageSchema.safeParse(value).success ? (value as JSONRPCMessage) : null
  } catch {
    return null
  }
}
