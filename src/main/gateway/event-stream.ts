import type { ServerResponse } from 'node:http'
import type { Clock, Timer } from '../../shared/lib/clock'
import { KEEP_ALIVE } from '../../shared/protocol/dialects/sse'
import type { GatewayLimits } from './gateway-limits'

/** A response of server-sent events, kept alive with comments while idle. */
export interface EventStream {
  write(text: string): void
  /** Stored events have been written: from now on the client must keep up. */
  caughtUp(): void
  end(): void
  /** Cuts the stream without an end: the client sees that something is missing. */
  cut(): void
  /** Reports the end once, whoever caused it; true if the response was sent completely. */
  onClose(listener: (whole: boolean) => void): void
}

/**
 * Opens the stream. A client that does not read is cut off once `unsentBytes` are waiting: the answer is kept, so the client can
 * resume it, and memory stays bounded. Stored events, written at once on resumption, do not count; otherwise a long answer could never
 * be resumed.
 */
export function openEventStream(
  response: ServerResponse,
  headers: { readonly [name: string]: string },
  {
    clock,
    limits,
    keepAlive = KEEP_ALIVE,
  }: {
    readonly clock: Clock
    readonly limits: Pick<GatewayLimits, 'keepAlive' | 'unsentBytes'>
    /** What is sent while nothing happens; a comment of server-sent events if left out. */
    readonly keepAlive?: string
  },
): EventStream {
  let ended = false
  let allowed = Number.POSITIVE_INFINITY
  let timer: Timer | null = null
  const listeners: ((whole: boolean) => void)[] = []
  response.writeHead(200, { ...headers })
  response.flushHeaders()

  function alive(): void {
    timer?.cancel()
    timer = clock.after(limits.keepAlive, () => write(keepAlive))
  }

  function write(text: string): void {
    if (ended || response.destroyed) return
    // one event, a picture for example, may be larger than the limit: that alone must not cut the stream
    const waited = response.writableLength
    response.write(text)
    if (waited > allowed) response.destroy()
    else alive()
  }

  response.on('close', () => {
    timer?.cancel()
    for (const listener of listeners) listener(ended && response.writableFinished)
  })
  response.on('drain', () => {
    if (Number.isFinite(allowed)) allowed = limits.unsentBytes
  })
  alive()
  return {
    write,
    caughtUp() {
      allowed = response.writableLength + limits.unsentBytes
    },
    end() {
      if (ended) return
      ended = true
      timer?.cancel()
      response.end()
    },
    cut() {
      response.destroy()
    },
    onClose: (listener) => void listeners.push(listener),
  }
}
