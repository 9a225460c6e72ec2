import Database from 'libsql/promise'
import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'

/** Why a server refused a request. */
export type ServerFaultCode = 'away' | 'refused' | 'not-libsql' | 'failed'

/** An error of the server; `message` is the driver's code and contains neither token nor content. */
export class ServerFault extends Error {
  readonly code: ServerFaultCode

  constructor(code: ServerFaultCode, message: string) {
    super(message)
    this.name = 'ServerFault'
    this.code = code
  }
}

type Value = string | number | Uint8Array | null

/** A connection to a libSQL server. Every call rejects with `ServerFault`. */
export interface ServerConnection {
  all<Row>(schema: z.ZodType<Row>, sql: string, ...values: readonly Value[]): Promise<readonly Row[]>
  run(sql: string, ...values: readonly Value[]): Promise<void>
  /** Pending calls fail. Safe to call twice. */
  close(): void
}

/** Opens the connection to a server. */
export type ConnectServer = (address: string, token: string) => ServerConnection

/** The longest wait: a server that accepts a connection and stays silent counts as unreachable. */
export const SERVER_LIMIT_MS = 20_000

interface Statement {
  all(values: readonly Value[]): Promise<readonly unknown[]>
  run(values: readonly Value[]): Promise<unknown>
}

/** The driver connects over HTTP (`/v3/pipeline`), in its own threads: nothing here waits for the network. */
export function connectServer(clock: Clock): ConnectServer {
  return (address, token) => {
    // the driver types its options as `any`
    const database: { prepare(sql: string): Promise<Statement>; close(): void } = new Database(address, { authToken: token })
    let end: (fault: ServerFault) => void = () => undefined
    const closed = new Promise<never>((_, reject) => {
      end = reject
    })
    closed.catch(() => undefined)
    let isOpen = true

    function close(fault: ServerFault): void {
      if (!isOpen) return
      isOpen = false
      end(fault)
      database.close()
    }

    async function limited<Reply>(task: () => Promise<Reply>): Promise<Reply> {
      const timer = clock.after(SERVER_LIMIT_MS, () => close(new ServerFault('away', 'no answer')))
      try {
        return await Promise.race([isOpen ? task() : closed, closed])
      } catch (error) {
        throw error instanceof ServerFault ? error : faultOf(error)
      } finally {
        timer.cancel()
      }
    }

    return {
      async all(schema, sql, ...values) {
        const rows = await limited(async () => (await database.prepare(sql)).all([...values]))
        return rows.map((row) => parsed(schema, row))
      },
      async run(sql, ...values) {
        await limited(async () => (await database.prepare(sql)).run([...values]))
      },
      close: () => close(new ServerFault('away', 'closed')),
    }
  }
}

function parsed<Row>(schema: z.ZodType<Row>, row: unknown): Row {
  const read = schema.safeParse(row)
  if (read.success) return read.data
  throw new ServerFault('failed', 'the server’s tables hold something that is not Parley’s')
}

/** The driver has no codes for these; its text contains the status of the response. */
function faultOf(error: unknown): ServerFault {
  const message = z.object({ message: z.string() }).safeParse(error).data?.message ?? ''
  const status = Number(/status=(\d{3})/.exec(message)?.[1] ?? '0')
  if (status === 401 || status === 403) return new ServerFault('refused', `status ${status}`)
  if (status === 404 || status === 405) return new ServerFault('not-libsql', `status ${status}`)
  if (status === 429 || status >= 500) return new ServerFault('away', `status ${status}`)
  if (status > 0) return new ServerFault('failed', `status ${status}`)
  if (message.includes('error reading a body')) return new ServerFault('away', 'the answer broke off')
  const connecting = /Http\("(?:[^"]*: )?([^":(]+)/.exec(message)?.[1]?.trim()
  return connecting === undefined ? new ServerFault('failed', codeOf(message)) : new ServerFault('away', connecting.slice(0, 120))
}

/** The short code of a refusal, for example SQLITE_FULL: the rest may quote the request. */
function codeOf(message: string): string {
  return /\b(?:SQLITE|SQL|HRANA|ARGS|RESPONSE|STREAM)_[A-Z_]+\b/.exec(message)?.[0] ?? 'unknown'
}
