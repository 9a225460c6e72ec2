import { z } from '../lib/zod'
import { makeVisible } from './make-visible'
import { decodePunycode } from './punycode'

/** A web address in a browser's interpretation. */
export interface WebAddress {
  /** the whole address in the browsers' canonical form */
  readonly href: string
  /** the host as it is looked up, with a port if there is one: ASCII only */
  readonly host: string
  /** the host as the user's browser may show it, if that differs: other letters, with hidden ones made visible */
  readonly written: string | null
}

const httpsSchema = z.url({ protocol: /^https$/, hostname: /./u, normalize: true })
/** The scheme is followed by the host and `/`: a user name before the host, which disguises it, has an `@`. */
const HOST = /^https:\/\/([^/?#@]+)\//u

/** Parses an `https:` address with a host and without a name or password; null for everything else. */
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

/** Scripts with letters that look like Latin ones. */
const LOOKALIKE_SCRIPTS = [
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/u },
  { name: 'Greek', letters: /\p{Script=Greek}/u },
  { name: 'Armenian', letters: /\p{Script=Armenian}/u },
  { name: 'Cherokee', letters: /\p{Script=Cherokee}/u },
] as const

/** The script of a host that could be mistaken for Latin letters; null if there is none. */
export function lookalikeScript(written: string): (typeof LOOKALIKE_SCRIPTS)[number]['name'] | null {
  return LOOKALIKE_SCRIPTS.find(({ letters }) => letters.test(written))?.name ?? null
}
