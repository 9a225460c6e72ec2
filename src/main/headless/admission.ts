import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { channelPath, channelProtocol, tokenPrefix } from './page-channel'

/** The one `Host` that counts. Another name for this machine is refused: a page elsewhere could have been led here by DNS. */
export function isOurHost(request: IncomingMessage, port: number): boolean {
  return request.headers.host === `127.0.0.1:${port}`
}

/** May this upgrade become the channel? Path, host, origin, protocol and token must all be exactly ours. */
export function mayOpenChannel(request: IncomingMessage, port: number, token: string): boolean {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())
  const [protocol, credential, ...others] = offered
  return (
    request.url === channelPath &&
    isOurHost(request, port) &&
    request.headers.origin === `http://127.0.0.1:${port}` &&
    protocol === channelProtocol &&
    others.length === 0 &&
    isSame(credential ?? '', tokenPrefix + token)
  )
}

/** Compares in a time that tells nothing of where two texts differ, nor of their lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
