import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { runConvert } from '../../../src/main/cli/convert'

class Sink extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}

async function convert(input: string | readonly Uint8Array[], args: readonly string[] = ['--from', 'gemini-text', '--to', 'ai-sdk']) {
  const [output, errors] = [new Sink(), new Sink()]
  const code = await runConvert(args, Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input), output, errors)
  const lines = output.text.split('\n').filter((line) => line !== '')
  return { code, errors: errors.text, lines: lines.map((line): Line => JSON.parse(line)) }
}

interface Line {
  readonly messageId: string
  readonly role: string
  readonly chunk: { readonly type: string; readonly delta?: string; readonly data?: unknown }
}

const text = (words: string, more = {}) => JSON.stringify({ candidates: [{ content: { parts: [{ text: words }] }, ...more }] })
const deltas = (lines: readonly Line[]) => lines.flatMap(({ chunk }) => (chunk.type === 'text-delta' ? [chunk.delta] : []))

describe('parley convert', () => {
  it('writes a line per chunk, each with its message', async () => {
    const { code, lines } = await convert(`${text('Hi.', { finishReason: 'STOP' })}\n`)
    expect(code).toBe(0)
    expect(lines.map(({ role, messageId, chunk }) => [role, messageId, chunk.type])).toEqual(
      ['start', 'start-step', 'text-start', 'text-delta', 'text-end', 'finish-step', 'finish'].map((type) => [
        'assistant',
        'message-1',
        type,
      ]),
    )
  })

  it('gives the first answer the requested id, and no other', async () => {
    const frames = [
      { serverContent: { inputTranscription: { text: 'Ping.' } } },
      { serverContent: { outputTranscription: { text: 'Pong.' } } },
    ]
    const input = frames.map((frame) => JSON.stringify(frame)).join('\n')
    const { lines } = await convert(input, ['--from', 'gemini-live', '--to', 'ai-sdk', '--message-id', 'message-1'])
    expect(new Set(lines.map(({ role, messageId }) => `${role} ${messageId}`))).toEqual(new Set(['user message-2', 'assistant message-1']))
  })

  it('reads CRLF, blank lines, a byte-order mark and a last line without an end', async () => {
    const { lines } = await convert(`\uFEFF${text('a')}\r\n\r\n   \n  ${text('b')}`)
    expect(deltas(lines)).toEqual(['a', 'b'])
  })

  it('says how many lines it skipped if none was readable', async () => {
    expect(await convert('<html>\n\n</html>\n')).toEqual({
      code: 1,
      errors: 'parley convert: no line of the input could be read, 2 were passed by. Each line must be one JSON value.\n',
      lines: [],
    })
    expect((await convert('\n \n')).errors).toBe('')
  })

  it('reports that a folder is no input', async () => {
    const [output, errors] = [new Sink(), new Sink()]
    const file = await open(tmpdir())
    const input = createReadStream('', { fd: file.fd, autoClose: false })
    expect(await runConvert(['--from', 'gemini-text', '--to', 'ai-sdk'], Object.assign(input, { fd: file.fd }), output, errors)).toBe(1)
    await file.close()
    expect([output.text, errors.text]).toEqual([
      '',
      'parley convert: standard input is a folder. Give it a file, or pipe frames into it.\n',
    ])
  })

  it('loses only a broken line, and says so', async () => {
    const { code, lines } = await convert(`${text('a')}\n${text('lost').slice(0, 30)}\n<html>\n${text('b')}\n`)
    expect(code).toBe(0)
    expect(deltas(lines)).toEqual(['a', 'b'])
    expect(lines.find(({ chunk }) => chunk.type === 'data-diagnostic')?.chunk.data).toEqual({ kind: 'malformed-line', count: 2 })
  })

  it('reads characters and lines that are cut anywhere, and invalid UTF-8', async () => {
    const whole = Buffer.concat([
      Buffer.from(`${text('港の倉庫前')}\n{"x":"`),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(`"}\n${text('で。')}`),
    ])
    for (const size of [1, 2, 3, 7]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size))
      expect(deltas((await convert(pieces)).lines)).toEqual(['港の倉庫前', 'で。'])
    }
  })

  it.each([
    [[], '--from is missing'],
    [['--from', 'gemini-live'], '--to is missing'],
    [['--from', 'openai', '--to', 'ai-sdk'], '--from "openai" is not known'],
    [['--from', 'adk', '--to', 'openai'], '--to "openai" is not known'],
    [['--from', 'adk', '--to', 'ai-sdk', '--confirmation', 'loud'], '--confirmation "loud" is not known'],
    [['--from', 'adk', '--to', 'ai-sdk', '--sse=1'], "'--sse'"],
    [['--from', 'adk', '--to', 'ai-sdk', '--message-id', ''], '--message-id is empty'],
    [['--from', 'adk', '--to', 'ai-sdk', '--turbo'], "Unknown option '--turbo'"],
    [['--from', 'adk', '--to', 'ai-sdk', 'file.jsonl'], 'file.jsonl'],
    [['--from'], '--from'],
  ])('refuses %j with one clear line and exit code 2', async (args, words) => {
    const { code, errors, lines } = await convert(text('never read'), args)
    expect(code).toBe(2)
    expect(lines).toEqual([])
    expect(errors).toContain(words)
    expect(errors).toContain('parley help')
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
  })

  it('closes what is open and says why when the input fails', async () => {
    const input = new Readable({ read() {} })
    input.push(`${text('Half')}\n`)
    const [output, errors] = [new Sink(), new Sink()]
    output.on('pipe', () => {})
    const done = runConvert(['--from', 'gemini-text', '--to', 'ai-sdk'], input, output, errors)
    while (output.text === '') await new Promise((resolve) => setImmediate(resolve))
    input.destroy(new Error('disk gone'))
    expect(await done).toBe(1)
    expect(output.text).toContain('"truncated":true')
    expect(errors.text).toContain('disk gone')
  })

  it('reads no faster than its reader takes', { timeout: 60_000 }, async () => {
    let given = 0
    const input = Readable.from(
      (function* () {
        for (; given < 5000; given += 1) yield Buffer.from(`${text(`${given} `)}\n`)
      })(),
      { highWaterMark: 1 },
    )
    const waiting: (() => void)[] = []
    const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void waiting.push(done) })
    const done = runConvert(['--from', 'gemini-text', '--to', 'ai-sdk'], input, output, new Sink())
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(given).toBeLessThan(20)
    let finished = false
    void done.then(() => {
      finished = true
    })
    while (!finished) {
      waiting.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(given).toBe(5000)
  })

  it('ends quietly when its reader goes away', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
    const input = Readable.from(Array.from({ length: 100 }, () => Buffer.from(`${text('x')}\n`)))
    expect(await runConvert(['--from', 'gemini-text', '--to', 'ai-sdk'], input, output, new Sink())).toBe(0)
  })
})
