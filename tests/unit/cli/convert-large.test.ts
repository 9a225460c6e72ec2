import { Readable, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { runConvert } from '../../../src/main/cli/convert'

const MEGABYTE = Buffer.alloc(1 << 20, 'A')

/** An answer with one image of this many megabytes of base64, and another answer after it. */
function* image(megabytes: number): Generator<Buffer> {
  yield Buffer.from('{"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"')
  for (let sent = 0; sent < megabytes; sent += 1) yield MEGABYTE
  yield Buffer.from('"}}]},"finishReason":"STOP"}]}\n{"candidates":[{"content":{"parts":[{"text":"after"}]},"finishReason":"STOP"}]}\n')
}

async function convert(megabytes: number, to: string) {
  const seen = { bytes: 0, end: '', errors: '' }
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      seen.bytes += chunk.length
      seen.end = `${seen.end}${chunk.subarray(-2000).toString('utf8')}`.slice(-2000)
      done()
    },
  })
  const errors = new Writable({
    write(chunk: Buffer, _encoding, done) {
      seen.errors += chunk.toString('utf8')
      done()
    },
  })
  const code = await runConvert(['--from', 'gemini-text', '--to', to, '--check'], Readable.from(image(megabytes)), output, errors)
  return { code, ...seen }
}

describe('a part of 100 MB', () => {
  it.each(['ai-sdk', 'ag-ui'])('passes to %s completely, with the next answer after it', { timeout: 120_000 }, async (to) => {
    const { code, errors, bytes, end } = await convert(100, to)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(bytes).toBeGreaterThan(100 * MEGABYTE.length)
    expect(end).toContain('"after"')
  })

  it('is skipped if the dialect has no place for it', { timeout: 120_000 }, async () => {
    const { code, errors, bytes, end } = await convert(100, 'tanstack')
    expect({ code, errors, small: bytes < 1000 }).toEqual({ code: 0, errors: '', small: true })
    expect(end).toContain('"after"')
  })

  it('affects only itself and is counted if it is too long to be read', { timeout: 120_000 }, async () => {
    const { code, end } = await convert(260, 'ai-sdk')
    expect(code).toBe(0)
    expect(end).toContain('{"kind":"malformed-line","count":1}')
    expect(end).toContain('"after"')
  })
})
