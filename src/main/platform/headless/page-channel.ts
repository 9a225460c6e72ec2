/** How the page and the headless host connect; both, and the build, import it from here. */
export const channelPath = '/ipc'
/** The channel of a page that replaces a companion window, by the path of that page. */
export const pageChannelPath = (page: string): string => `${channelPath}${page}`
export const channelProtocol = 'parley.v1'
export const tokenPrefix = 'token.'
/** Closes the channel of a page that was replaced by another. */
export const takenOverCode = 4001
export const transportScript = 'headless-transport.js'

/** Messages of the page: a call with its number, or whether the page is visible. */
export type PageFrame =
  | { readonly kind: 'call'; readonly number: number; readonly name: string; readonly payload: unknown }
  | { readonly kind: 'visible'; readonly visible: boolean }

/** Messages of the host: the answer to a call, an event, or an address to open in another page. */
export type HostFrame =
  | { readonly kind: 'reply'; readonly number: number; readonly result: unknown }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown }
  | { readonly kind: 'open'; readonly url: string }

/** Parses a message of the page; null if it is invalid. */
export function readPageFrame(value: unknown): PageFrame | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null
  if (value.kind === 'visible' && 'visible' in value && typeof value.visible === 'boolean')
    return { kind: 'visible', visible: value.visible }
  if (value.kind !== 'call' || !('number' in value && 'name' in value && 'payload' in value)) return null
  const { number, name, payload } = value
  return typeof number === 'number' && Number.isSafeInteger(number) && typeof name === 'string'
    ? { kind: 'call', number, name, payload }
    : null
}

/** Parses a message of the host; null if it is invalid. */
export function readHostFrame(value: unknown): HostFrame | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null
  if (value.kind === 'reply' && 'number' in value && typeof value.number === 'number' && 'result' in value) {
    return { kind: 'reply', number: value.number, result: value.result }
  }
  if (value.kind === 'event' && 'name' in value && typeof value.name === 'string' && 'payload' in value) {
    return { kind: 'event', name: value.name, payload: value.payload }
  }
  if (value.kind === 'open' && 'url' in value && typeof value.url === 'string') return { kind: 'open', url: value.url }
  return null
}
