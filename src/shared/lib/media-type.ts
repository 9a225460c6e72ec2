/** A media type such as `audio/pcm;rate=16000`. Names are in lower case, values as they came, without their quotes. */
export interface MediaType {
  /** Type and subtype, such as `audio/pcm`. */
  readonly essence: string
  /** By name, in their order; of two parameters with one name the first counts. */
  readonly parameters: ReadonlyMap<string, string>
}

const ESSENCE = /^\s*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)\s*(?=;|$)/
const PARAMETER = /\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"[^;]*|([^;"]*))(?=;|$)/y
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

/**
 * Reads a media type by its grammar (RFC 9110 §8.3); an invalid parameter is skipped. Null if the text is not a media
 * type.
 */
export function parseMediaType(text: string): MediaType | null {
  const start = ESSENCE.exec(text)
  const essence = start?.[1]
  if (start === null || essence === undefined) return null
  const parameters = new Map<string, string>()
  let at = start[0].length
  while (at < text.length) {
    at += 1
    PARAMETER.lastIndex = at
    const found = PARAMETER.exec(text)
    if (found === null) {
      const next = text.indexOf(';', at)
      at = next === -1 ? text.length : next
      continue
    }
    at = PARAMETER.lastIndex
    const [, name = '', quoted, plain = ''] = found
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/gs, '$1')
    const known = name.toLowerCase()
    if (!parameters.has(known) && (quoted !== undefined || value !== '')) parameters.set(known, value)
  }
  return { essence: essence.toLowerCase(), parameters }
}

/** The media type as text, with quotes only where needed. */
export function formatMediaType({ essence, parameters }: MediaType): string {
  const written = [...parameters].map(([name, value]) => `;${name}=${TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`)
  return essence + written.join('')
}
