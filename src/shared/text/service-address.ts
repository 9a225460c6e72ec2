import { failure, type Result, success } from '../lib/result'

/** An address that Parley may use instead of Google's. */
export interface ServiceAddress {
  /** Without a trailing slash. */
  readonly url: string
  readonly host: string
  /** Google's own address, which needs no warning. */
  readonly isGoogle: boolean
}

/** Why an address is not used. */
export type AddressFault = 'address-malformed' | 'address-insecure' | 'address-with-secret'

const MESSAGES: Readonly<Record<AddressFault, string>> = {
  'address-malformed': 'This is no web address. Write it whole, for example https://proxy.example.com/gemini.',
  'address-insecure':
    'Your key and your voice would travel unprotected. Use an address that begins with https://; http:// is for this computer alone.',
  'address-with-secret': 'An address must hold no name, password, query or # part: it is shown and logged. Take that out.',
}

/**
 * Checks the address of a service: https, or http only on this computer; no credentials, query or fragment, because they
 * would be shown. Fails with `address-malformed`, `address-insecure` or `address-with-secret` and a text for the user.
 */
export function readServiceAddress(text: string): Result<ServiceAddress, { readonly code: AddressFault; readonly message: string }> {
  const refuse = (code: AddressFault) => failure(code, MESSAGES[code])
  const url = parse(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return refuse('address-malformed')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return refuse('address-with-secret')
  if (url.protocol === 'http:' && !isThisComputer(url.hostname)) return refuse('address-insecure')
  return success({ url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, host: url.host, isGoogle: isGoogle(url) })
}

/**
 * The host that gets the key at this address, in the form in which the key is bound to it: host and port. Empty for Google, and if
 * no usable address is set, because Google is used then.
 */
export function hostOfService(text: string): string {
  const address = readServiceAddress(text)
  return !address.ok || address.value.isGoogle ? '' : address.value.host
}

interface ParsedUrl {
  readonly protocol: string
  readonly origin: string
  readonly host: string
  readonly hostname: string
  readonly pathname: string
  readonly username: string
  readonly password: string
  readonly search: string
  readonly hash: string
}

// every runtime of this code has it, but only the type libraries of Node and of the DOM declare it
declare const URL: new (text: string) => ParsedUrl

function parse(text: string): ParsedUrl | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function isGoogle({ protocol, hostname }: ParsedUrl): boolean {
  return protocol === 'https:' && (hostname === 'googleapis.com' || hostname.endsWith('.googleapis.com'))
}
