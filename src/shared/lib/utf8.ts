// every runtime of this code has the two, but only the type libraries of Node and of the DOM declare them
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> }
declare const TextDecoder: new (
  label: 'utf-8',
  rules?: { fatal: true; ignoreBOM: true },
) => { decode(bytes?: Uint8Array, how?: { stream: boolean }): string }

/** The bytes of a text in UTF-8; lone surrogates become U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/**
 * The text that the bytes are in UTF-8, a byte-order mark kept as a character.
 * @throws TypeError when they are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/**
 * Decodes UTF-8 that comes in pieces, which may cut a character in two. Bytes that are not UTF-8 become U+FFFD, and a
 * byte-order mark at the beginning is left out. Without bytes the stream is over: what was cut becomes U+FFFD.
 */
export function utf8StreamDecoder(): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8')
  return (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))
}
