// every runtime of this code has both, but only the type libraries of Node and of the DOM declare them
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number }
}
declare const TextDecoder: new (label: 'utf-8', rules: { fatal: boolean; ignoreBOM: true }) => { decode(bytes: Uint8Array): string }

const encoder = new TextEncoder()

/** The bytes of a text in UTF-8; lone surrogates become U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Writes as much of a text as fits: returns how many UTF-16 units of it, and their bytes. */
export function writeUtf8(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number } {
  return encoder.encodeInto(text, bytes)
}

/**
 * The text of UTF-8 bytes; a byte-order mark stays as a character.
 * @throws TypeError if they are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** Decodes the pieces of a stream in order; a call without bytes ends the stream. */
export type StreamDecoder = (bytes?: Uint8Array) => string

/**
 * Decodes UTF-8 that comes in pieces, which may split a character. Bytes that are not UTF-8 become U+FFFD, and a byte-order
 * mark at the beginning is left out. A call without bytes ends the stream: an incomplete character becomes U+FFFD.
 *  The incomplete character is stored here and not in the decoder: a decoder with state makes every text a two-byte string
 *  in Node.js 20. `decodeValid` decodes whole characters, a byte-order mark too, and returns null for bytes that are not
 *  UTF-8.
 */
export function utf8StreamDecoder(decodeValid = strictDecoder()): StreamDecoder {
  const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  let cut: Uint8Array = NO_BYTES
  let begun = false

  function decode(bytes: Uint8Array): string {
    const text = decodeValid(bytes) ?? lenient.decode(bytes)
    if (begun || text === '') return text
    begun = true
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  }

  return (bytes) => {
    const all = bytes === undefined ? cut : joined(cut, bytes)
    const end = bytes === undefined ? all.length : endOfWholeCharacters(all)
    if (end === all.length) {
      cut = NO_BYTES
      return decode(all)
    }
    cut = all.slice(end)
    return decode(all.subarray(0, end))
  }
}

// a lenient decoder takes three times as long in Node.js 20; bytes that are not UTF-8 are rare
function strictDecoder(): (bytes: Uint8Array) => string | null {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return (bytes) => {
    try {
      return strict.decode(bytes)
    } catch {
      return null
    }
  }
}

const NO_BYTES = new Uint8Array(0)
const BYTE_ORDER_MARK = '\uFEFF'

function joined(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (before.length === 0) return bytes
  const all = new Uint8Array(before.length + bytes.length)
  all.set(before)
  all.set(bytes, before.length)
  return all
}

/** Where the last, possibly incomplete character begins; the end of the bytes if all are complete. */
function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back]
    if (byte === undefined) break
    const isInside = byte >= 0x80 && byte < 0xc0
    if (!isInside) return lengthFrom(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The length in bytes of a character with this first byte. */
function lengthFrom(first: number): number {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}
