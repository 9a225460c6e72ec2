import type { ServerResponse } from 'node:http'
import type { Clock, Timer } from '../../shared/lib/clock'
import { KEEP_ALIVE } from '../../shared/protocol/dialects/sse'
import type { GatewayLimits } from './gateway-limits'

/** A response of server-sent events, kept alive with comments while nothing happens. */
export interface EventStream {
  write(text: string): void
  /** What was kept has been written: from now on the client has to keep up. */
  caughtUp(): void
  end(): void
  /** Cuts it without an end: the client knows that something is missing. */
  cut(): void
  /** Hears once of the end, whoever made it; true where the response was given whole. */
  onClose(listener: (whole: boolean) => void): void
}

/**
 * Opens the stream. Who does not read what it is sent is cut off as soon as `unsentBytes` wait: the answer is kept, so it
 * can be taken up again, and memory stays bounded. What was kept already, and is written at once when a response is taken up,
 * does not count: else a long answer could never be taken up.
 */
export function openEventStream(
  response: ServerResponse,
  headers: { readonly [name: string]: string },
  { clock, limits }: { readonly clock: Clock; readonly limits: Pick<GatewayLimits, 'keepAlive' | 'unsentBytes'> },
): EventStream {
  let ended = false
  let allowed = Number.POSITIVE_INFINITY
  let timer: Timer | null = null
  const listeners: ((whole: boolean) => void)[] = []
  response.writeHead(200, { ...headers })
  response.flushHeaders()

  function alive(): void {
    timer?.cancel()
    timer = clock.after(limits.keepAlive, () => write(KEEP_ALIVE))
  }

  function write(text: string): void {
    if (ended || response.destroyed) return
    // one event may be larger than all that may wait, a picture for example: it alone is no reason
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
