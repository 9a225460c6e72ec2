/** A value that carries its type. */
export interface DbusVariant {
  readonly signature: string
  readonly value: DbusValue
}

/** D-Bus values in JavaScript: structs and dict entries are arrays, 64-bit numbers are bigints. */
export type DbusValue = number | bigint | boolean | string | DbusVariant | readonly DbusValue[]

/** Whether it is an array, a struct or a dict entry. */
export function isList(value: DbusValue | undefined): value is readonly DbusValue[] {
  return Array.isArray(value)
}

/** Text unchanged, numbers and booleans as text; empty for containers. */
export function textOf(value: DbusValue | undefined): string {
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

/** Whether the value carries its type. */
export function isVariant(value: DbusValue | undefined): value is DbusVariant {
  return typeof value === 'object' && !isList(value)
}

/** Sizes of fixed types in bytes, which are also their alignment. */
export const fixedSizes: Readonly<Record<string, number>> = { y: 1, n: 2, q: 2, b: 4, i: 4, u: 4, x: 8, t: 8, d: 8 }

/** The alignment of a type (D-Bus specification, "Summary of D-Bus marshalling"). */
export function alignmentOf(signature: string): number {
  const first = signature.charAt(0)
  if (first === '(' || first === '{') return 8
  if (first === 'g' || first === 'v') return 1
  return fixedSizes[first] ?? 4
}

/** The deepest nesting of a message: the specification allows 32 arrays and 32 structs. */
const deepest = 64

/** Splits a signature into its complete types: `sa{sv}u` is `s`, `a{sv}`, `u`. Throws if it is invalid. */
export function completeTypes(signature: string): readonly string[] {
  const types: string[] = []
  let at = 0
  while (at < signature.length) {
    const end = endOfType(signature, at, 0)
    types.push(signature.slice(at, end))
    at = end
  }
  return types
}

/** The types inside a struct or a dict entry. */
export function membersOf(signature: string): readonly string[] {
  return completeTypes(signature.slice(1, -1))
}

function endOfType(signature: string, at: number, depth: number): number {
  const first = signature.charAt(at)
  if (depth > deepest) throw new Error('the signature is too deep')
  if (first === 'a') return endOfType(signature, at + 1, depth + 1)
  if (first === '(' || first === '{') {
    const close = first === '(' ? ')' : '}'
    let end = at + 1
    while (signature.charAt(end) !== close) end = endOfType(signature, end, depth + 1)
    if (end === at + 1) throw new Error('a D-Bus struct has members')
    return end + 1
  }
  if (!/^[ynqbiuxtdsogv]$/.test(first)) throw new Error('the signature is no signature')
  return at + 1
}

/** Reads values one after another. Throws if the bytes do not match the signature. */
interface ValueReader {
  read(signature: string): readonly DbusValue[]
  align(size: number): void
  /** The position in bytes from the beginning. */
  at(): number
}

/** Reads `buffer` from its beginning, which is at a multiple of 8 in its message. */
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

/** Writes values one after another in little-endian, following the specification's marshalling. */
interface ValueWriter {
  write(signature: string, values: readonly DbusValue[]): void
  /** Pads to a multiple of this many bytes. */
  align(size: number): void
  bytes(): Buffer
}

/** Starts at a position that is a multiple of 8. */
export function createValueWriter(): ValueWriter {
  let buffer = Buffer.alloc(256)
  let length = 0

  function room(size: number): number {
    if (length + size > buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(Math.max(size, buffer.length))])
    const at = length
    length += size
    return at
  }

  function align(size: number): void {
    const rest = length % size
    if (rest > 0) room(size - rest)
  }

  function text(value: string, lengthSize: 1 | 4): void {
    const bytes = Buffer.from(value, 'utf8')
    if (bytes.includes(0)) throw new Error('a D-Bus string has no NUL')
    const at = room(lengthSize)
    buffer.writeUIntLE(bytes.length, at, lengthSize)
    const start = room(bytes.length + 1)
    bytes.copy(buffer, start)
  }

  function list(type: string, values: readonly DbusValue[]): void {
    align(4)
    const lengthAt = room(4)
    align(alignmentOf(type))
    const start = length
    for (const value of values) one(type, value)
    buffer.writeUInt32LE(length - start, lengthAt)
  }

  function variant({ signature, value }: DbusVariant): void {
    text(signature, 1)
    one(signature, value)
  }

  function one(type: string, value: DbusValue): void {
    const first = type.charAt(0)
    if (first === 'v') variant(asVariant(value))
    else if (first === 'a') list(type.slice(1), asList(value))
    else if (first === '(' || first === '{') {
      align(8)
      several(membersOf(type), asList(value))
    } else if (first === 's' || first === 'o') {
      align(4)
      text(textOf(value), 4)
    } else if (first === 'g') text(textOf(value), 1)
    else {
      align(alignmentOf(type))
      const at = room(fixedSizes[first] ?? 0)
      fixed(first, value, at)
    }
  }

  function fixed(type: string, value: DbusValue, at: number): void {
    switch (type) {
      case 'y':
        buffer.writeUInt8(Number(value), at)
        break
      case 'n':
        buffer.writeInt16LE(Number(value), at)
        break
      case 'q':
        buffer.writeUInt16LE(Number(value), at)
        break
      case 'b':
        buffer.writeUInt32LE(value === true ? 1 : 0, at)
        break
      case 'i':
        buffer.writeInt32LE(Number(value), at)
        break
      case 'u':
        buffer.writeUInt32LE(Number(value), at)
        break
      case 'x':
        buffer.writeBigInt64LE(BigInt(textOf(value)), at)
        break
      case 't':
        buffer.writeBigUInt64LE(BigInt(textOf(value)), at)
        break
      default:
        buffer.writeDoubleLE(Number(value), at)
    }
  }

  function several(types: readonly string[], values: readonly DbusValue[]): void {
    if (types.length !== values.length) throw new Error('a D-Bus signature and its values differ')
    types.forEach((type, index) => {
      one(type, values[index] ?? 0)
    })
  }

  return {
    write: (signature, values) => several(completeTypes(signature), values),
    align,
    bytes: () => buffer.subarray(0, length),
  }
}

function asList(value: DbusValue): readonly DbusValue[] {
  if (!isList(value)) throw new Error('a D-Bus array or struct is a list')
  return value
}

function asVariant(value: DbusValue): DbusVariant {
  if (!isVariant(value)) throw new Error('a D-Bus variant names its type')
  return value
}
