import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CompanionWindowKind, companionWindowAt } from '../window/companion-window-table'
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
    channelOf(request) !== null &&
    isOurHost(request, port) &&
    request.headers.origin === `http://127.0.0.1:${port}` &&
    protocol === channelProtocol &&
    others.length === 0 &&
    isSame(credential ?? '', tokenPrefix + token)
  )
}

/** Whose channel is asked for: the app's own page or that of a window beside it; null: there is no such channel. */
export function channelOf({ url = '' }: IncomingMessage): 'app' | CompanionWindowKind | null {
  if (url === channelPath) return 'app'
  return url.startsWith(`${channelPath}/`) ? companionWindowAt(url.slice(channelPath.length)) : null
}

/** Compares in a time that tells nothing of where two texts differ, nor of their lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
