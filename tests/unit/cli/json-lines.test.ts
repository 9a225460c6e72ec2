import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonLine, readJsonLines } from '../../../src/main/cli/json-lines'

async function linesOf(pieces: readonly Uint8Array[]): Promise<readonly JsonLine[]> {
  const lines: JsonLine[] = []
  for await (const line of readJsonLines(toStream(pieces))) lines.push(line)
  return lines
}

async function* toStream(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** The same by the platform's own means, all at once. */
function linesOfWhole(whole: Uint8Array): readonly JsonLine[] {
  return new TextDecoder()
    .decode(whole)
    .split('\n')
    .flatMap((text, index): readonly JsonLine[] => {
      if (text.trim() === '') return []
      const number = index + 1
      try {
        return [{ kind: 'value', number, value: JSON.parse(text) }]
      } catch {
        return [{ kind: 'broken', number }]
      }
    })
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('lines of JSON', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record({ text: fc.string({ unit: fc.constantFrom('a', 'é', '雨', '🌂', ' '), maxLength: 60 }) }),
  )
  const line = fc.oneof(
    { weight: 6, arbitrary: value.map((one) => bytesOf(JSON.stringify(one))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constantFrom(bytesOf('"雨').subarray(0, 3), bytesOf('{"cut":'), bytesOf('  '), Uint8Array.of(0xff)) },
  )
  const end = fc.constantFrom('\n', '\r\n', '\n\n').map(bytesOf)
  const file = fc
    .tuple(fc.boolean(), fc.array(fc.tuple(line, end), { maxLength: 12 }), fc.boolean())
    .map(([mark, lines, ended]) => Buffer.concat([...(mark ? [bytesOf('\uFEFF')] : []), ...lines.flat().slice(0, ended ? undefined : -1)]))

  it('are the same wherever the bytes are cut, whatever they are and however lines end', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.array(fc.nat(1000), { maxLength: 8 }), async (whole, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((left, right) => left - right), whole.length]
        const pieces = places.slice(1).map((place, index) => whole.subarray(places[index], place))
        expect(await linesOf(pieces)).toEqual(linesOfWhole(whole))
      }),
      { numRuns: 1000 },
    )
  })
})
