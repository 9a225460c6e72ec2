import { isAscii, isUtf8 } from 'node:buffer'

/** Bytes of lines that are compared at the most, before those with a byte that none before them has. */
const MOST_BYTES = 8 * 1024
/** Longer lines are taken apart between words. */
const LONGEST_LINE = 512
/** Longer words are not looked at, and those that are longer still are not even collected. */
const LONGEST_WORD = 8 * 1024
const LONGEST_REST = 64 * 1024
/** So many characters in UTF-8 are not there by chance. */
export const sureUtf8 = 10
/** No character of two or four bytes ends in one of these: space, quotes, commas, tabs and line ends. */
const LAST_SEPARATOR = 0x2f
const SPACE = Uint8Array.of(0x20)

/** Collects the lines of a text that show its encoding, without holding the text. */
export interface EncodingEvidence {
  /** Takes the next bytes. False: nothing that follows can show more. */
  add(bytes: Uint8Array): boolean
  /** The lines with bytes that are not ASCII: the first ones, and each with a byte that none before it has. */
  bytes(): Uint8Array
}

export function createEvidence(): EncodingEvidence {
  const seen = new Uint8Array(256)
  const lines: Uint8Array[] = []
  let size = 0
  let rest: Uint8Array = new Uint8Array(0)
  let isValidUtf8 = true
  let sequences = 0

  function takePiece(piece: Uint8Array): void {
    if (piece.length > LONGEST_WORD) return
    let isNew = false
    for (const byte of piece) {
      if (byte < 0x80 || seen[byte] === 1) continue
      seen[byte] = 1
      isNew = true
    }
    if (!isNew && size >= MOST_BYTES) return
    lines.push(piece.slice(), SPACE)
    size += piece.length
  }

  function takeLine(line: Uint8Array): void {
    if (isAscii(line)) return
    if (isValidUtf8) {
      isValidUtf8 = isUtf8(line)
      if (isValidUtf8 && sequences < sureUtf8) sequences += countUtf8Sequences(line)
    }
    if (line.length <= LONGEST_LINE) takePiece(line)
    else for (const piece of wordsOf(line)) if (!isAscii(piece)) takePiece(piece)
  }

  return {
    add(given) {
      if (rest.length === 0 && isAscii(given)) return true
      const all = rest.length === 0 ? given : Buffer.concat([rest, given])
      // what follows the last separator may be half a character
      const whole = lastSeparator(all) + 1
      rest = all.length - whole > LONGEST_REST ? new Uint8Array(0) : all.slice(whole)
      for (let from = 0; from < whole; ) {
        const feed = all.indexOf(10, from)
        const end = feed < 0 || feed >= whole ? whole : feed + 1
        takeLine(all.subarray(from, end))
        from = end
        if (isValidUtf8 && sequences >= sureUtf8) return false
      }
      return true
    },
    bytes() {
      if (rest.length > 0) takeLine(rest)
      rest = new Uint8Array(0)
      return Buffer.concat(lines)
    },
  }
}

/** The evidence of bytes that are in memory. */
export function bytesToCompare(bytes: Uint8Array): Uint8Array {
  const evidence = createEvidence()
  evidence.add(bytes)
  return evidence.bytes()
}

function lastSeparator(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0; at -= 1) if ((bytes[at] ?? 0) <= LAST_SEPARATOR) return at
  return -1
}

/** Words of a long line, with the separators between them. */
function* wordsOf(line: Uint8Array): Generator<Uint8Array> {
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    if ((line[at] ?? 0) > LAST_SEPARATOR) continue
    yield line.subarray(from, at + 1)
    from = at + 1
  }
  if (from < line.length) yield line.subarray(from)
}

/** How many characters of more than one byte valid UTF-8 has. */
export function countUtf8Sequences(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte >= 0xc0) count += 1
  return count
}
