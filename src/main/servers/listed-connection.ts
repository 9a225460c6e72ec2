import type { Timer } from '../../shared/lib/clock'
import type { Message } from '../../shared/messages/message'
import type { ToolServer } from '../../shared/servers/tool-server'
import type { Connect, ConnectOptions, ServerConnection } from './server-connection'

/** ms between two readings of a list that the server says has changed. */
const PAUSE = 1000

/** A connection whose list of tools is read at the start, and again when the server says that it has changed. */
export interface ListedConnection extends Pick<ServerConnection, 'call' | 'content' | 'output' | 'close'> {
  /** Resolves when the list that was last read is current; rejects if it can't be read. */
  current(): Promise<void>
  /** Ends it with the last of its calls: see `ServerConnection.retire`. */
  retire(): Promise<void>
}

/** Dependencies of a listed connection. */
export interface ListedConnectionOptions extends Omit<ConnectOptions, 'onToolsChanged' | 'onClosed'> {
  /** Takes the list of tools, as the server sent it. */
  onTools(tools: readonly unknown[]): void
  /** The connection ended by itself, after it was open. */
  onClosed(why: Message): void
  /** The last output of a server that did not start. */
  onOutput(output: string): void
}

/** Connects and reads the list. Rejects with a `ToolError` if either fails; nothing of the server runs then. */
export async function openListed(connect: Connect, server: ToolServer, options: ListedConnectionOptions): Promise<ListedConnection> {
  const { clock, onTools, onClosed, onOutput, ...rest } = options
  let isOld = true
  let reading: Promise<void> | null = null
  let later: Timer | null = null
  let isOpen = false
  let isRetired = false

  async function read(): Promise<void> {
    while (isOld) {
      isOld = false
      onTools(await connection.listTools())
    }
  }

  function current(): Promise<void> {
    if (!isOld && reading === null) return Promise.resolve()
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  async function close(): Promise<void> {
    later?.cancel()
    await connection.close()
  }

  const connection = await connect(server, {
    ...{ ...rest, clock },
    onToolsChanged() {
      isOld = true
      if (!isOpen || isRetired || later !== null) return
      later = clock.after(PAUSE, () => {
        later = null
        void current().catch(() => undefined)
      })
    },
    onClosed(why) {
      later?.cancel()
      if (isOpen) onClosed(why)
    },
  })
  try {
    await current()
  } catch (error) {
    onOutput(connection.output())
    await close()
    throw error
  }
  isOpen = true
  async function retire(): Promise<void> {
    later?.cancel()
    isRetired = true
    await connection.retire()
  }

  return { call: connection.call, content: connection.content, output: connection.output, close, current, retire }
}
