import { Inflate, strFromU8 } from 'fflate/browser'
import { TableError } from './typed-table'

/** A part of an archive, as its directory says. */
export interface ArchivePart {
  readonly name: string
  /** what it unpacks to, in bytes; more is an error in the archive */
  readonly bytes: number
  readonly packed: Uint8Array
  readonly isDeflated: boolean
}

const PART = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
const LONG_END = 0x06064b50
const LONG_END_BYTES = 56
const LONG_PLACE = 0x07064b50
const LONG_PLACE_BYTES = 20
/** Stands where a number of 16 or of 32 bits is elsewhere, as one of 64 bits. */
const ELSEWHERE_16 = 0xffff
const ELSEWHERE_32 = 0xffffffff
const LONGEST_COMMENT = 65_535
const DEFLATED = 8
/** A flag: the sizes stand behind the part. */
const SIZES_BEHIND = 8
/** The longest that nothing is when it is deflated. */
const DEFLATED_NOTHING = 8
/** Bytes that are unpacked at a time: they become a thousand times as many at the most. */
const UNPACKED_AT_ONCE = 1_024

interface Directory {
  readonly count: number
  readonly from: number
}

/**
 * The parts that the directory of a ZIP archive lists; nothing is unpacked. Throws `TableError` for one that is damaged or could be read
 * in two ways, for example with sizes that say nothing: what unpacks it would find no limit there.
 */
export function archiveParts(bytes: Uint8Array): readonly ArchivePart[] {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { count, from } = directoryOf(view)
    const parts: ArchivePart[] = []
    let place = from
    let packed = 0
    for (let index = 0; index < count; index += 1) {
      const { part, next } = partAt(bytes, view, place)
      parts.push(part)
      packed += part.packed.length
      place = next
    }
    // parts that share their bytes unpack to any size
    if (packed > bytes.length) throw damaged()
    return parts
  } catch (error) {
    // also a number behind the end of the file
    throw error instanceof TableError ? error : damaged()
  }
}

/** The text of a part. Throws `TableError` where it unpacks to more than its size in the directory. */
export function textOfPart({ bytes, packed, isDeflated }: ArchivePart): string {
  if (!isDeflated) return strFromU8(packed)
  const pieces: Uint8Array[] = []
  let size = 0
  const inflate = new Inflate((piece) => {
    size += piece.length
    if (size > bytes) throw damaged()
    pieces.push(piece)
  })
  try {
    for (let from = 0; from < packed.length; from += UNPACKED_AT_ONCE)
      inflate.push(packed.subarray(from, from + UNPACKED_AT_ONCE), from + UNPACKED_AT_ONCE >= packed.length)
  } catch {
    throw damaged()
  }
  return strFromU8(Buffer.concat(pieces))
}

function damaged(): TableError {
  return new TableError({ kind: 'damaged' })
}

/** Readers differ in which of two directories they take: both must be the same. */
function directoryOf(view: DataView): Directory {
  let end = view.byteLength - END_BYTES
  const first = Math.max(0, end - LONGEST_COMMENT)
  while (end >= first && view.getUint32(end, true) !== END) end -= 1
  if (end < first) throw damaged()
  const short = { count: view.getUint16(end + 10, true), from: view.getUint32(end + 16, true) }
  const isElsewhere = short.count === ELSEWHERE_16 || short.from === ELSEWHERE_32 || view.getUint32(end + 12, true) === ELSEWHERE_32
  const long = longDirectory(view, end)
  if (long === null) {
    if (isElsewhere) throw damaged()
    return short
  }
  const differs = (short.count !== ELSEWHERE_16 && short.count !== long.count) || (short.from !== ELSEWHERE_32 && short.from !== long.from)
  if (differs) throw damaged()
  return long
}

/** The directory by numbers of 64 bits; null where there is none. */
function longDirectory(view: DataView, end: number): Directory | null {
  const at = end - LONG_PLACE_BYTES
  if (at < 0 || view.getUint32(at, true) !== LONG_PLACE) return null
  const long = longNumber(view, at + 8)
  if (long + LONG_END_BYTES > view.byteLength || view.getUint32(long, true) !== LONG_END) throw damaged()
  return { count: longNumber(view, long + 32), from: longNumber(view, long + 48) }
}

function longNumber(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true))
  if (!Number.isSafeInteger(value)) throw damaged()
  return value
}

function partAt(bytes: Uint8Array, view: DataView, at: number): { readonly part: ArchivePart; readonly next: number } {
  if (view.getUint32(at, true) !== ENTRY) throw damaged()
  const hasSizesBehind = (view.getUint16(at + 8, true) & SIZES_BEHIND) !== 0
  const method = view.getUint16(at + 10, true)
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const numbers = { packed: view.getUint32(at + 20, true), bytes: view.getUint32(at + 24, true), from: view.getUint32(at + 42, true) }
  const { packed, bytes: size, from } = inLong(view, numbers, nameEnd, extraEnd)
  // a reader would look before the part or behind it for what the directory does not say, or set no limit
  const saysNothing = size === 0 ? packed > DEFLATED_NOTHING || (packed === 0 && hasSizesBehind) : packed === 0
  if (method === DEFLATED && saysNothing) throw damaged()
  if (view.getUint32(from, true) !== PART) throw damaged()
  const begin = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true)
  if (begin + packed > bytes.length) throw damaged()
  return {
    part: {
      name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
      bytes: method === DEFLATED ? size : Math.max(size, packed),
      packed: bytes.subarray(begin, begin + packed),
      isDeflated: method === DEFLATED,
    },
    next: extraEnd + view.getUint16(at + 32, true),
  }
}

/** The numbers of an entry, those of 64 bits from its extra fields. */
function inLong<Numbers extends { packed: number; bytes: number; from: number }>(
  view: DataView,
  numbers: Numbers,
  from: number,
  end: number,
): Numbers {
  const elsewhere = (['bytes', 'packed', 'from'] as const).filter((name) => numbers[name] === ELSEWHERE_32)
  if (elsewhere.length === 0) return numbers
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    if (view.getUint16(at + 2, true) < 8 * elsewhere.length) throw damaged()
    return { ...numbers, ...Object.fromEntries(elsewhere.map((name, index) => [name, longNumber(view, at + 4 + 8 * index)])) }
  }
  throw damaged()
}
