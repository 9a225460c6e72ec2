import {
  alignmentOf,
  completeTypes,
  type DbusValue,
  type DbusVariant,
  fixedSizes,
  isList,
  isVariant,
  membersOf,
  textOf,
} from './dbus-value'

/** Writes values one after the other, little-endian, as the specification's marshalling has it. */
export interface ValueWriter {
  write(signature: string, values: readonly DbusValue[]): void
  /** Fills up to a multiple of so many bytes. */
  align(size: number): void
  bytes(): Buffer
}

/** Begins at a place that is a multiple of 8. */
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
