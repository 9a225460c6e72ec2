import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFrame, encodeFrame } from '../../../src/shared/ipc/frame'

/** Everything the contract may carry: plain data of any shape, every number, `undefined`, raw bytes. */
const carried = fc.letrec((again) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.constant(undefined),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(again('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'value', 'tails')), again('value'), { maxKeys: 5 }),
  ),
})).value

describe('a frame', () => {
  it('restores what structured clone would', () => {
    fc.assert(
      fc.property(carried, (value) => {
        const decoded = decodeFrame(encodeFrame(value))
        deepStrictEqual(decoded, { ok: true, value: structuredClone(value) })
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws and never hangs on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decodeFrame(bytes)
        return decoded.ok || decoded.error.code === 'bad-frame'
      }),
      { numRuns: 5000 },
    )
  })

  it('is refused when a byte of it is missing or too many', () => {
    fc.assert(
      fc.property(carried, fc.nat(), (value, at) => {
        const frame = encodeFrame(value)
        expect(decodeFrame(frame.subarray(0, at % frame.byteLength)).ok).toBe(false)
        expect(decodeFrame(new Uint8Array([...frame, 0])).ok).toBe(false)
      }),
    )
  })

  it('survives any changed byte', () => {
    fc.assert(
      fc.property(carried, fc.nat(), fc.integer({ min: 0, max: 255 }), (value, at, byte) => {
        const frame = encodeFrame(value)
        frame[at % frame.byteLength] = byte
        expect(typeof decodeFrame(frame).ok).toBe('boolean')
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a header that is no object', '[]'],
    ['no tails', '{"value":null}'],
    ['no value', '{"tails":[]}'],
    ['a tail that leads nowhere', '{"value":{},"tails":[[["a"],"NaN"]]}'],
    ['a tail that leads to a value', '{"value":{"a":1},"tails":[[["a"],"NaN"]]}'],
    ['a tail through the prototype', '{"value":{},"tails":[[["__proto__"],"NaN"]]}'],
    ['a tail through an inherited name', '{"value":[],"tails":[[["length"],"NaN"]]}'],
    ['a tail of an unknown kind', '{"value":null,"tails":[[[],"Date"]]}'],
    ['a negative length', '{"value":null,"tails":[[[],"bytes",-1]]}'],
    ['a length that is no number', '{"value":null,"tails":[[[],"bytes","4"]]}'],
    ['more bytes than there are', '{"value":null,"tails":[[[],"bytes",4]]}'],
    ['the same place twice', '{"value":null,"tails":[[[],"NaN"],[[],"NaN"]]}'],
    ['nesting without an end', '['.repeat(100_000)],
  ])('with %s is refused', (_name, header) => {
    expect(decodeFrame(frameOf(header))).toMatchObject({ ok: false, error: { code: 'bad-frame' } })
  })

  it.each([
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a symbol', Symbol('x')],
    ['a big integer', 1n],
    ['an error', new Error('x')],
  ])('can not be made of %s', (_name, value) => {
    expect(() => encodeFrame({ value })).toThrow(TypeError)
  })

  it('can not be made of a circle', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(() => encodeFrame(circle)).toThrow(TypeError)
  })

  it('returns bytes of its own, even from a Buffer', () => {
    const frame = Buffer.from(encodeFrame({ pcm: new Uint8Array([1, 2, 3]) }))
    const decoded = decodeFrame(frame)
    frame.fill(0)
    expect(decoded).toStrictEqual({ ok: true, value: { pcm: new Uint8Array([1, 2, 3]) } })
  })
})

function frameOf(header: string): Uint8Array {
  const text = new TextEncoder().encode(header)
  const frame = new Uint8Array(4 + text.byteLength)
  new DataView(frame.buffer).setUint32(0, text.byteLength, true)
  frame.set(text, 4)
  return frame
}
