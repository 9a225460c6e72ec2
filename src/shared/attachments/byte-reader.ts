/** Reads numbers and letters from a file; bytes past its end are zeros. */
export interface ByteReader {
  readonly length: number
  byte(at: number): number
  /** unsigned, of `size` bytes */
  big(at: number, size: number): number
  little(at: number, size: number): number
  /** Whether these letters are at this place. */
  has(at: number, letters: string): boolean
  /** The place of these letters, not before `from`; -1 if they are not found. */
  find(letters: string, from: number): number
}

export function byteReader(bytes: Uint8Array): ByteReader {
  const byte = (at: number): number => bytes[at] ?? 0

  function has(at: number, letters: string): boolean {
    if (at < 0 || at + letters.length > bytes.length) return false
    for (let index = 0; index < letters.length; index += 1) if (bytes[at + index] !== letters.charCodeAt(index)) return false
    return true
  }

  return {
    length: bytes.length,
    byte,
    big(at, size) {
      let value = 0
      for (let index = 0; index < size; index += 1) value = value * 256 + byte(at + index)
      return value
    },
    little(at, size) {
      let value = 0
      for (let index = size - 1; index >= 0; index -= 1) value = value * 256 + byte(at + index)
      return value
    },
    has,
    find(letters, from) {
      const first = letters.charCodeAt(0)
      for (let at = bytes.indexOf(first, Math.max(0, from)); at >= 0; at = bytes.indexOf(first, at + 1)) if (has(at, letters)) return at
      return -1
    },
  }
}
