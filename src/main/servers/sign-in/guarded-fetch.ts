import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { boundedFetch } from '../bounded-fetch'

/** ms that one request of a sign-in may take. */
const REQUEST_TIME = 20_000

/** Addresses that are no host of the public internet (IANA special-purpose address registries). */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(network, bits, 'ipv6')

/** Whether this IP address is of this computer, of its network, or of no host at all. IPv4 addresses in IPv6 count as themselves. */
export function isSpecialAddress(address: string): boolean {
  return special.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Finds the IP addresses of a host. Rejects if it has none. */
export type FindAddresses = (host: string) => Promise<readonly string[]>

const findAddresses: FindAddresses = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Fetches for the sign-in of the server at `server`. Addresses in metadata are the server's to choose, so a server of the internet reaches
 * nothing of this computer or its network through them. Rejects for what is not https, except on this computer for a server on it.
 */
export function createGuardedFetch(server: URL, find: FindAddresses = findAddresses) {
  let isServerNear: Promise<boolean> | null = null

  async function isNear({ hostname }: URL): Promise<boolean> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) !== 0 ? [host] : await find(host)
    return addresses.some(isSpecialAddress)
  }

  async function check(url: URL): Promise<void> {
    if (!isProtected(url, server)) throw new Error('the sign-in leads to an address without protection')
    isServerNear ??= isNear(server)
    if (!(await isServerNear) && (await isNear(url))) throw new Error('the sign-in leads to an address of this network')
  }

  async function guardedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
    await check(new URL(input))
    const late = AbortSignal.timeout(REQUEST_TIME)
    const signal = init?.signal === undefined || init.signal === null ? late : AbortSignal.any([init.signal, late])
    return boundedFetch(input, { redirect: 'manual', ...init, signal })
  }
  return { fetch: guardedFetch, check }
}

const isLoopback = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

/** Whether this is https, or http on this computer for a server that is there too; without a name or password. */
export function isProtected(url: URL, server: URL): boolean {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && isLoopback(server))
}
