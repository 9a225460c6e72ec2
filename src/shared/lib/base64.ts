const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = 128
const NO_LETTER = -1
/** What each ASCII letter stands for. */
const VALUES = Int8Array.from({ length: CODES }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)))

/** The same bytes in the standard alphabet, or null when the text is not base64. The URL alphabet is accepted. */
export function normalizeBase64(text: string): string | null {
  if (lettersOf(text) % 4 === 1) return null
  if (isStandard(text)) return text
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  return isStandard(standard) ? standard : null
}

// a loop over a table takes a third of the time that a regular expression takes for a megabyte
function isStandard(text: string): boolean {
  const end = lettersOf(text)
  let codes = 0
  let values = 0
  for (let index = 0; index < end; index += 1) {
    const code = text.charCodeAt(index)
    codes |= code
    values |= VALUES[code % CODES] ?? NO_LETTER
  }
  return codes < CODES && values >= 0
}

/** How many bytes a base64 text stands for. */
export function base64Length(text: string): number {
  return Math.floor((lettersOf(text) * 3) / 4)
}

/** The bytes of a text that `normalizeBase64` accepted. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(base64Length(text))
  let bits = 0
  let held = 0
  let at = 0
  for (let index = 0; at < bytes.length; index += 1) {
    bits = ((bits << 6) | (VALUES[text.charCodeAt(index)] ?? 0)) & 0xffffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at] = (bits >> held) & 0xff
    at += 1
  }
  return bytes
}

/** Base64 of bytes, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    pieces.push(
      ALPHABET.charAt(group >> 18),
      ALPHABET.charAt((group >> 12) & 63),
      left > 1 ? ALPHABET.charAt((group >> 6) & 63) : '=',
      left > 2 ? ALPHABET.charAt(group & 63) : '=',
    )
  }
  return pieces.join('')
}

function lettersOf(text: string): number {
  if (text.endsWith('==')) return text.length - 2
  return text.endsWith('=') ? text.length - 1 : text.length
}
