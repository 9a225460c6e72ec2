import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseEvents } from '../../../bench/protocol/sse-events'
import { utf8StreamDecoder } from '../../../src/shared/lib/utf8'

function eventsOf(...pieces: readonly (Uint8Array | string)[]): readonly string[] {
  const events = createSseEvents()
  return [...pieces.flatMap((piece) => events.push(piece)), ...events.end()]
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('the events of an event stream', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('end with a blank line, lines ending with %s', (_name, end) => {
    expect(eventsOf(`data: {"a":1}${end}${end}data: {"b":2}${end}${end}`)).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('are returned as soon as their blank line is there, and not before', () => {
    const events = createSseEvents()
    expect(events.push('data: one\n')).toEqual([])
    expect(events.push('\n')).toEqual(['one'])
    expect(events.push('data: two\r')).toEqual([])
    expect(events.push('\n\r')).toEqual(['two'])
    expect(events.push('\ndata: three\r\n\r\n')).toEqual(['three'])
    expect(events.end()).toEqual([])
  })

  it('may lack the blank line of the last one', () => {
    expect(eventsOf('data: one\n\ndata: two')).toEqual(['one', 'two'])
  })

  it('join their data lines with a line feed', () => {
    expect(eventsOf('data: {"text":\ndata: "x"}\n\n')).toEqual(['{"text":\n"x"}'])
  })

  it('leave out comments, other fields, other names and events without data', () => {
    const stream =
      ': keep-alive\n\nevent: chunk\nid: 7\nretry: 10\ndata: x\n: note\ndatabase: no\n\nevent: ping\n\ndata\n\ndata:\n\ndata:y\n\n'
    expect(eventsOf(stream)).toEqual(['x', 'y'])
  })

  it('lose one space after the colon and no other', () => {
    expect(eventsOf('data:  two spaces \n\n')).toEqual([' two spaces '])
  })

  it('keep characters that are cut between two pieces, and replace invalid bytes', () => {
    const bytes = bytesOf('data: 天気🌧\n\n')
    expect(eventsOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(['天気🌧'])
    expect(eventsOf(Uint8Array.of(...bytesOf('data: a'), 0xff), bytesOf('b\n\n'))).toEqual(['a\uFFFDb'])
  })

  it('do not begin with a byte-order mark', () => {
    expect(eventsOf(Uint8Array.of(0xef, 0xbb, 0xbf), bytesOf('data: x\n\n'))).toEqual(['x'])
  })

  it('are the same wherever the stream is cut', () => {
    const line = fc.constantFrom('data: {"text":"雨が降る 🌧"}', 'data: a\ndata: b', ': hello', 'event: x\ndata: y', 'data:z')
    const end = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(fc.array(line), end, fc.array(fc.nat(60)), (lines, lineEnd, cuts) => {
        const stream = lines.map((one) => `${one}\n\n`.replaceAll('\n', lineEnd)).join('')
        const bytes = bytesOf(stream)
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right), bytes.length]
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place))
        expect(eventsOf(...pieces)).toEqual(eventsOf(stream))
      }),
    )
  })

  it('are cut when they grow without end, and the next one is whole again', () => {
    const events = createSseEvents(utf8StreamDecoder(), 100)
    for (let piece = 0; piece < 50; piece += 1) expect(events.push(piece === 0 ? 'data: ' : 'x'.repeat(40))).toEqual([])
    const [cut, next] = events.push('\n\ndata: next\n\n')
    expect(cut?.length).toBeLessThan(200)
    expect(next).toBe('next')
  })

  it('may hold ten megabytes in many pieces', () => {
    const piece = 'a'.repeat(10_000)
    const events = createSseEvents()
    events.push('data: ')
    for (let count = 0; count < 1000; count += 1) events.push(piece)
    expect(events.push('\n\n')[0]?.length).toBe(10_000_000)
  })
})
