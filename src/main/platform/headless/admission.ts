import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CompanionWindowKind, companionWindowAt } from '../window/companion-window-table'
import { channelPath, channelProtocol, tokenPrefix } from './page-channel'

/** The only valid `Host`. Other names for this machine are refused, because DNS could lead a foreign page here. */
export function isOurHost(request: IncomingMessage, port: number): boolean {
  return request.headers.host === `127.0.0.1:${port}`
}

/** Whether this upgrade may become the channel: path, host, origin, protocol and token must all match exactly. */
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

/** The requested channel: of the app's own page or of a companion window; null: there is no such channel. */
export function channelOf({ url = '' }: IncomingMessage): 'app' | CompanionWindowKind | null {
  if (url === channelPath) return 'app'
  return url.startsWith(`${channelPath}/`) ? companionWindowAt(url.slice(channelPath.length)) : null
}

/** Compares in a time that reveals neither where two texts differ nor their lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
