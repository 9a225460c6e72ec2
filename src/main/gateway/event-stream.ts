import type { ServerResponse } from 'node:http'
import type { Clock, Timer } from '../../shared/lib/clock'
import { KEEP_ALIVE } from '../../shared/protocol/dialects/sse'
import type { GatewayLimits } from './gateway-limits'

/** A response of server-sent events, kept alive with comments while nothing happens. */
export interface EventStream {
  write(text: string): void
  end(): void
  /** Cuts it without an end: the client knows that something is missing. */
  cut(): void
  /** Hears once of the end, whoever made it; true where the response was given whole. */
  onClose(listener: (whole: boolean) => void): void
}

/**
 * Opens the stream. Who does not read what it is sent is cut off as soon as `unsentBytes` wait: the answer is kept, so it
 * can be taken up again, and memory stays bounded.
 */
export function openEventStream(
  response: ServerResponse,
  headers: { readonly [name: string]: string },
  { clock, limits }: { readonly clock: Clock; readonly limits: Pick<GatewayLimits, 'keepAlive' | 'unsentBytes'> },
): EventStream {
  let ended = false
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
    response.write(text)
    if (response.writableLength > limits.unsentBytes) response.destroy()
    else alive()
  }

  response.on('close', () => {
    timer?.cancel()
    for (const listener of listeners) listener(ended && response.writableFinished)
  })
  alive()
  return {
    write,
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
