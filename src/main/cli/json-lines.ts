import { nodeUtf8StreamDecoder } from '../lib/node-utf8'

/** One line of input, counted from 1: its JSON value, or `broken` if it is not JSON. */
export type JsonLine = { readonly number: number } & ({ readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'broken' })

/** Longer lines (in UTF-16 units) are broken, so that memory is bounded. */
const LONGEST_LINE = 256 * 1024 * 1024

/**
 * Reads JSON lines from chunks of bytes: LF or CRLF; blank lines and a byte-order mark are skipped, the last line may
 * lack its end, bytes that are not UTF-8 become U+FFFD. A broken line affects only itself. Memory holds one line.
 */
export async function* readJsonLines(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<JsonLine> {
  const decode = nodeUtf8StreamDecoder()
  const line = new LineBuffer()
  let number = 0
  for await (const chunk of bytes) {
    const text = typeof chunk === 'string' ? chunk : decode(chunk)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      line.add(text.slice(start, end))
      number += 1
      const parsed = parseLine(line.take(), number)
      if (parsed !== null) yield parsed
      start = end + 1
    }
    line.add(text.slice(start))
  }
  line.add(decode())
  const last = parseLine(line.take(), number + 1)
  if (last !== null) yield last
}

class LineBuffer {
  #pieces: string[] = []
  #length = 0

  add(piece: string): void {
    if (piece === '') return
    this.#length += piece.length
    if (this.#length > LONGEST_LINE) this.#pieces = []
    else this.#pieces.push(piece)
  }

  /** The line, or null if it was too long. */
  take(): string | null {
    const text = this.#length > LONGEST_LINE ? null : this.#pieces.join('')
    this.#pieces = []
    this.#length = 0
    return text
  }
}

function parseLine(text: string | null, number: number): JsonLine | null {
  if (text === null) return { kind: 'broken', number }
  if (text.trim() === '') return null
  try {
    return { kind: 'value', number, value: JSON.parse(text) }
  } catch {
    return { kind: 'broken', number }
  }
}
