import { constants, deflateRawSync } from 'node:zlib'

/** A part of an archive as it is written: what its directory says may be a lie. */
export interface WrittenPart {
  readonly name: string
  readonly packed: Buffer
  /** what the directory says it unpacks to, in bytes */
  readonly bytes: number
  /** where another part is whose bytes it shares; null: it has its own */
  readonly shares?: string
  /** the sizes stand behind the part, and the directory has none */
  readonly isSizeBehind?: boolean
}

/** So many bytes of one letter, deflated without ever being in memory; `bytes`: a multiple of 10 MB. */
export function packedLetters(bytes: number, letter = ' '): Buffer {
  const piece = deflateRawSync(Buffer.alloc(10_000_000, letter), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: bytes / 10_000_000 }, () => piece), Buffer.from([3, 0])])
}

const ELSEWHERE = 0xffffffff

/**
 * A ZIP archive whose numbers are all of 64 bits, as the largest archives need. `shortCount`: what the directory of 32 bits says beside it
 * about the number of parts.
 */
export function longArchive(parts: readonly WrittenPart[], shortCount = 0xffff): Buffer {
  const pieces: Buffer[] = []
  const places = new Map<string, number>()
  let size = 0
  const put = (...more: readonly Buffer[]): void => {
    for (const piece of more) {
      pieces.push(piece)
      size += piece.length
    }
  }
  for (const { name, packed, shares, isSizeBehind = false } of parts) {
    places.set(name, shares === undefined ? size : (places.get(shares) ?? 0))
    if (shares !== undefined) continue
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(isSizeBehind ? 8 : 0, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(name.length, 26)
    put(head, Buffer.from(name), packed)
  }
  const from = size
  for (const { name, packed, bytes, isSizeBehind = false } of parts) {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isSizeBehind ? 8 : 0, 8)
    entry.writeUInt16LE(8, 10)
    for (const at of [20, 24, 42]) entry.writeUInt32LE(ELSEWHERE, at)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(28, 30)
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    const numbers = [isSizeBehind ? 0 : bytes, isSizeBehind ? 0 : packed.length, places.get(name) ?? 0]
    for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
    put(entry, Buffer.from(name), extra)
  }
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(parts.length), at)
  end.writeBigUInt64LE(BigInt(size - from), 40)
  end.writeBigUInt64LE(BigInt(from), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(size), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  for (const at of [84, 86]) end.writeUInt16LE(shortCount, at)
  for (const at of [88, 92]) end.writeUInt32LE(ELSEWHERE, at)
  put(end)
  return Buffer.concat(pieces)
}
