import { alignmentOf, completeTypes, type DbusValue, membersOf } from './dbus-value'

/** Nesting beyond this is refused, as the specification does. */
const deepest = 64

/** Reads values one after the other. Throws where the bytes are not what the signature says. */
export interface ValueReader {
  read(signature: string): readonly DbusValue[]
  align(size: number): void
  /** Where it stands, in bytes from the beginning. */
  at(): number
}

/** Reads `buffer` from its beginning, which stands at a multiple of 8 of its message. */
export function createValueReader(buffer: Buffer, littleEndian: boolean): ValueReader {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  let place = 0

  function align(size: number): void {
    place = Math.ceil(place / size) * size
  }

  function take(size: number): number {
    const at = place
    if (at + size > buffer.length) throw new Error('the D-Bus message ends too early')
    place += size
    return at
  }

  function text(lengthSize: 1 | 4): string {
    const at = take(lengthSize)
    const size = lengthSize === 1 ? view.getUint8(at) : view.getUint32(at, littleEndian)
    const start = take(size + 1)
    return buffer.toString('utf8', start, start + size)
  }

  function list(type: string, depth: number): readonly DbusValue[] {
    align(4)
    const size = view.getUint32(take(4), littleEndian)
    align(alignmentOf(type))
    const end = place + size
    if (end > buffer.length) throw new Error('the D-Bus message ends too early')
    const values: DbusValue[] = []
    while (place < end) values.push(one(type, depth + 1))
    return values
  }

  function one(type: string, depth: number): DbusValue {
    if (depth > deepest) throw new Error('the D-Bus message is too deep')
    align(alignmentOf(type))
    const first = type.charAt(0)
    switch (first) {
      case 'a':
        return list(type.slice(1), depth)
      case '(':
      case '{':
        return membersOf(type).map((member) => one(member, depth + 1))
      case 'v': {
        const signature = text(1)
        if (completeTypes(signature).length !== 1) throw new Error('a D-Bus variant has one value')
        return { signature, value: one(signature, depth + 1) }
      }
      case 'g':
        return text(1)
      case 's':
      case 'o':
        return text(4)
      default:
        return fixed(first)
    }
  }

  function fixed(type: string): DbusValue {
    switch (type) {
      case 'y':
        return view.getUint8(take(1))
      case 'n':
        return view.getInt16(take(2), littleEndian)
      case 'q':
        return view.getUint16(take(2), littleEndian)
      case 'b':
        return view.getUint32(take(4), littleEndian) === 1
      case 'i':
        return view.getInt32(take(4), littleEndian)
      case 'u':
        return view.getUint32(take(4), littleEndian)
      case 'x':
        return view.getBigInt64(take(8), littleEndian)
      case 't':
        return view.getBigUint64(take(8), littleEndian)
      default:
        return view.getFloat64(take(8), littleEndian)
    }
  }

  return { read: (signature) => completeTypes(signature).map((type) => one(type, 0)), align, at: () => place }
}
