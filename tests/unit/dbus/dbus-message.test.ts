import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DbusDraft, decodeMessages, encodeMessage } from '../../../src/main/platform/dbus/dbus-message'
import type { DbusValue } from '../../../src/main/platform/dbus/dbus-value'

interface Typed {
  readonly signature: string
  readonly value: DbusValue
}

const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
const simple: readonly fc.Arbitrary<Typed>[] = [
  fc.integer({ min: 0, max: 255 }).map((value) => ({ signature: 'y', value })),
  fc.boolean().map((value) => ({ signature: 'b', value })),
  fc.integer({ min: -32_768, max: 32_767 }).map((value) => ({ signature: 'n', value })),
  fc.integer({ min: 0, max: 65_535 }).map((value) => ({ signature: 'q', value })),
  fc.integer().map((value) => ({ signature: 'i', value })),
  fc.nat().map((value) => ({ signature: 'u', value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ signature: 'x', value })),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => ({ signature: 't', value })),
  fc.double({ noNaN: true }).map((value) => ({ signature: 'd', value })),
  text.map((value) => ({ signature: 's', value })),
  fc.constantFrom('', 'a{sv}', '(iu)').map((value) => ({ signature: 'g', value })),
]
const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { depthSize: 'small' },
    ...simple,
    tie('typed').map((inner): Typed => ({ signature: 'v', value: inner })),
    tie('typed').map((inner): Typed => ({ signature: `a${inner.signature}`, value: [inner.value, inner.value] })),
    tie('typed').map(({ signature }): Typed => ({ signature: `a${signature}`, value: [] })),
    fc
      .array(tie('typed'), { minLength: 1, maxLength: 3 })
      .map(
        (members): Typed => ({ signature: `(${members.map((one) => one.signature).join('')})`, value: members.map((one) => one.value) }),
      ),
    fc.tuple(text, tie('typed')).map(([key, inner]): Typed => ({ signature: `a{s${inner.signature}}`, value: [[key, inner.value]] })),
  ),
}))
const drafts: fc.Arbitrary<DbusDraft> = fc.array(typed, { maxLength: 4 }).map((values) => ({
  kind: 'call',
  path: '/org/example',
  interface: 'org.example',
  member: 'Do',
  destination: 'org.example',
  signature: values.map(({ signature }) => signature).join(''),
  body: values.map(({ value }) => value),
}))

describe('a message of D-Bus', () => {
  it('is read as written, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(drafts, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 64 }), (all, piece) => {
        const bytes = Buffer.concat(all.map((draft, index) => encodeMessage(draft, index + 1)))
        let left: Buffer = Buffer.alloc(0)
        const read = []
        for (let at = 0; at < bytes.length; at += piece) {
          const { messages, rest } = decodeMessages(Buffer.concat([left, bytes.subarray(at, at + piece)]))
          read.push(...messages)
          left = rest
        }
        expect(left).toHaveLength(0)
        expect(read).toEqual(all.map((draft, index) => ({ serial: index + 1, replySerial: 0, errorName: '', sender: '', ...draft })))
      }),
    )
  })

  it('is refused or read, and never waited for forever, if its bytes are broken', () => {
    const broken = fc.tuple(drafts, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }))
    fc.assert(
      fc.property(broken, ([draft, changes]) => {
        const bytes = encodeMessage(draft, 1)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        try {
          decodeMessages(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })

  it('is the bytes of the specification', () => {
    const bytes = encodeMessage({ kind: 'signal', path: '/a', interface: 'b.c', member: 'D', signature: 'u', body: [7] }, 5)
    expect(bytes.toString('latin1')).toBe(
      'l\x04\x00\x01\x04\x00\x00\x00\x05\x00\x00\x00\x37\x00\x00\x00' +
        '\x01\x01o\x00\x02\x00\x00\x00/a\x00\x00\x00\x00\x00\x00' +
        '\x02\x01s\x00\x03\x00\x00\x00b.c\x00\x00\x00\x00\x00' +
        '\x03\x01s\x00\x01\x00\x00\x00D\x00\x00\x00\x00\x00\x00\x00' +
        '\x08\x01g\x00\x01u\x00\x00' +
        '\x07\x00\x00\x00',
    )
  })

  it('is refused if it declares to be larger than a message can be', () => {
    const bytes = encodeMessage({ kind: 'call', path: '/a', member: 'D' }, 1)
    bytes.writeUInt32LE(0xffff_ff00, 4)
    expect(() => decodeMessages(bytes)).toThrow('too large')
  })
})
