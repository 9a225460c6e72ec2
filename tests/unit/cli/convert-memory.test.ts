import { Readable, Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { runConvert } from '../../../src/main/cli/convert'
import { scaled } from '../../support/scale'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Megabytes on the heap, without garbage. */
function heap(): number {
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / (1 << 20)
}

const WORDS = 'so much of it all '.repeat(50)
/** Enough to show on the heap if they stay. */
const PIECES = scaled(40_000, 16_000)
const words = (index: number) => `${WORDS}${index}`
const text = (part: object) => ({ candidates: [{ content: { parts: [part] } }], responseId: 'one' })

/** Answers that never end, of 0.9 kB a piece. */
const ENDLESS: ReadonlyArray<readonly [string, string, (index: number) => object]> = [
  ['text', 'gemini-text', (index) => text({ text: words(index) })],
  ['calls', 'gemini-text', (index) => text({ functionCall: { name: 'note', args: { words: words(index) } } })],
  [
    'calls of Live',
    'gemini-live',
    (index) => ({ toolCall: { functionCalls: [{ id: `call-${index}`, name: 'note', args: { words: words(index) } }] } }),
  ],
  ['images', 'gemini-text', () => text({ inlineData: { mimeType: 'image/png', data: 'AAAA'.repeat(225) } })],
  ['what the model speaks', 'gemini-live', (index) => ({ serverContent: { outputTranscription: { text: words(index) } } })],
  ['what the user speaks', 'gemini-live', (index) => ({ serverContent: { inputTranscription: { text: words(index) } } })],
]

describe('one turn of any length', () => {
  it.each(ENDLESS)('needs constant memory: %s', { timeout: 120_000 }, async (_, from, piece) => {
    let grown = 0
    function* lines(): Generator<string> {
      let before = 0
      for (let index = 0; index < PIECES; index += 1) {
        if (index === PIECES / 4) before = heap()
        yield `${JSON.stringify(piece(index))}\n`
      }
      grown = heap() - before
    }
    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
    expect(await runConvert(['--from', from, '--to', 'ai-sdk'], Readable.from(lines()), nowhere(), nowhere())).toBe(0)
    expect(grown).toBeLessThan(6)
  })
})
