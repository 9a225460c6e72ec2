import { z } from '../lib/zod'
import { makeVisible } from './make-visible'
import { decodePunycode } from './punycode'

/** An address of the web as a browser would take it. */
export interface WebAddress {
  /** the whole address, in the one way that browsers write it */
  readonly href: string
  /** the host as it is looked up, with a port where there is one: ASCII alone */
  readonly host: string
  /** the host as the user's browser may write it, where that differs: other letters, hidden ones made visible */
  readonly written: string | null
}

const httpsSchema = z.url({ protocol: /^https$/, hostname: /./u, normalize: true })
/** Behind the scheme comes the host and then `/`: a user's name in front of it, which disguises the host, has an `@`. */
const HOST = /^https:\/\/([^/?#@]+)\//u

/** Reads an `https:` address with a host and without a name or password; null for everything else. */
export function parseWebAddress(text: string): WebAddress | null {
  const parsed = httpsSchema.safeParse(text)
  const host = parsed.success ? HOST.exec(parsed.data)?.[1] : undefined
  if (!parsed.success || host === undefined) return null
  const written = makeVisible(host.split('.').map(labelOf).join('.'))
  return { href: parsed.data, host, written: written === host ? null : written }
}

function labelOf(label: string): string {
  return label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label
}

/** Letters that look like Latin ones and are not. */
const LOOKALIKE_SCRIPTS = [
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/u },
  { name: 'Greek', letters: /\p{Script=Greek}/u },
  { name: 'Armenian', letters: /\p{Script=Armenian}/u },
  { name: 'Cherokee', letters: /\p{Script=Cherokee}/u },
] as const

/** The alphabet of a host that could be taken for Latin letters; null where there is none. */
export function lookalikeScript(written: string): (typeof LOOKALIKE_SCRIPTS)[number]['name'] | null {
  return LOOKALIKE_SCRIPTS.find(({ letters }) => letters.test(written))?.name ?? null
}
