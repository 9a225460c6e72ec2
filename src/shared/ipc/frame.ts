import { failure, type Result, success } from '../lib/result'
import { decodeUtf8, encodeUtf8 } from '../lib/utf8'

/** A value that JSON can't represent: its path, and its replacement for the `null` there. */
type Tail = readonly [path: readonly (string | number)[], kind: string, byteLength?: number]

const numbers: ReadonlyMap<string, number | undefined> = new Map([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
])

const maximumDepth = 100

/**
 * Writes a value as one binary frame: the length of the header (4 bytes, little-endian), the header in JSON (`{value,
 * tails}`), then the raw bytes of every `Uint8Array` in the order of `tails`. Supports the plain data of structured
 * clone: JSON values, `undefined`, every number, `Uint8Array`.
 * @throws TypeError for anything else (a function, a class instance, a circular reference)
 */
export function encodeFrame(value: unknown): Uint8Array<ArrayBuffer> {
  const tails: Tail[] = []
  const bytes: Uint8Array[] = []
  const plain = (item: unknown, path: readonly (string | number)[]): unknown => {
    if (path.length > maximumDepth) throw new TypeError('A frame can carry plain data only: this value is too deep.')
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item
    if (item === undefined || (typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0)))) {
      tails.push([path, Object.is(item, -0) ? '-0' : String(item)])
      return null
    }
    if (typeof item === 'number') return item
    if (item instanceof Uint8Array) {
      tails.push([path, 'bytes', item.byteLength])
      bytes.push(item)
      return null
    }
    if (Array.isArray(item)) return Array.from(item, (element: unknown, index) => plain(element, [...path, index]))
    if (!isPlainObject(item)) throw new TypeError('A frame can carry plain data only.')
    const copy: Record<string, unknown> = {}
    for (const [key, element] of Object.entries(item)) define(copy, key, plain(element, [...path, key]))
    return copy
  }
  const header = encodeUtf8(JSON.stringify({ value: plain(value, []), tails }))
  const frame = new Uint8Array(bytes.reduce((size, item) => size + item.byteLength, 4 + header.byteLength))
  new DataView(frame.buffer).setUint32(0, header.byteLength, true)
  frame.set(header, 4)
  let offset = 4 + header.byteLength
  for (const item of bytes) {
    frame.set(item, offset)
    offset += item.byteLength
  }
  return frame
}

/** Reads one frame. Anything else is a failed result; never throws. The bytes are copies. */
export function decodeFrame(frame: Uint8Array): Result<unknown> {
  try {
    return success(parse(frame))
  } catch {
    return failure('bad-frame', 'This is not a frame of the channel between the page and Parley.')
  }
}

function parse(frame: Uint8Array): unknown {
  const headerLength = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0, true)
  let offset = 4 + headerLength
  if (offset > frame.byteLength) throw new RangeError('header')
  const header: unknown = JSON.parse(decodeUtf8(frame.subarray(4, offset)))
  if (!isPlainObject(header) || !Array.isArray(header.tails) || !Object.hasOwn(header, 'value')) throw new TypeError('header')
  // the value is wrapped, so that a tail may also replace all of it
  const box: Record<string, unknown> = { value: header.value }
  const tails: readonly unknown[] = header.tails
  for (const tail of tails) {
    if (!isTail(tail)) throw new TypeError('tail')
    const [path, kind, byteLength = 0] = tail
    if (kind === 'bytes' && offset + byteLength > frame.byteLength) throw new RangeError('tail')
    if (kind !== 'bytes' && !numbers.has(kind)) throw new TypeError('tail')
    put(box, path, kind === 'bytes' ? new Uint8Array(frame.subarray(offset, offset + byteLength)) : numbers.get(kind))
    offset += byteLength
  }
  if (offset !== frame.byteLength) throw new RangeError('rest')
  return box.value
}

function put(box: object, path: readonly (string | number)[], value: unknown): void {
  let parent = box
  let key: string | number = 'value'
  for (const next of path) {
    const child = own(parent, key)
    if (!isContainer(child)) throw new TypeError('tail')
    parent = child
    key = next
  }
  if (own(parent, key) !== null) throw new TypeError('tail')
  define(parent, key, value)
}

function own(parent: object, key: string | number): unknown {
  if (Array.isArray(parent) !== (typeof key === 'number') || !Object.hasOwn(parent, key)) throw new TypeError('tail')
  return Reflect.get(parent, key)
}

/** Sets an own property of any name: a plain assignment to `__proto__` would set the prototype. */
function define(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

function isTail(tail: unknown): tail is Tail {
  if (!Array.isArray(tail)) return false
  const items: readonly unknown[] = tail
  const [path, kind, byteLength, ...rest] = items
  return (
    rest.length === 0 &&
    Array.isArray(path) &&
    path.every((key) => typeof key === 'string' || typeof key === 'number') &&
    typeof kind === 'string' &&
    (kind === 'bytes' ? typeof byteLength === 'number' && Number.isSafeInteger(byteLength) && byteLength >= 0 : byteLength === undefined)
  )
}

function isContainer(value: unknown): value is object {
  return Array.isArray(value) || isPlainObject(value)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
