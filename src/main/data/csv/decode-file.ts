import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import iconv from 'iconv-lite'
import { type DetectedEncoding, detectEncoding, markedEncoding, type TextEncoding, validUtf8, wholeCharacters } from '../../lib/encoding'
import { createEvidence } from '../../lib/encoding-evidence'

/** A section of a file as text, and the number of bytes read so far. */
export interface TextPiece {
  readonly text: string
  readonly doneBytes: number
}

/** A byte that is invalid in the encoding: `line` counts from 1. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
  readonly line: number
  readonly encoding: TextEncoding

  constructor(line: number, encoding: TextEncoding) {
    super(`line ${line} is not ${encoding.label}`)
    this.line = line
    this.encoding = encoding
  }
}

const PIECE_BYTES = 1024 * 1024
const SAMPLE_BYTES = 256 * 1024

/** The first part of a file. */
export function firstBytes(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(SAMPLE_BYTES)
    return buffer.subarray(0, readSync(file, buffer, 0, SAMPLE_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

/** Detects the encoding of a file from all of its bytes. `excluded`: names of encodings in which it can't be read. */
export function encodingOfFile(path: string, excluded: ReadonlySet<string>): DetectedEncoding {
  const marked = markedEncoding(firstBytes(path))
  if (marked !== null) return marked
  const evidence = createEvidence()
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(PIECE_BYTES)
    for (let from = 0; ; ) {
      const count = readSync(file, buffer, 0, PIECE_BYTES, from)
      from += count
      if (count === 0 || !evidence.add(buffer.subarray(0, count))) break
    }
  } finally {
    closeSync(file)
  }
  return detectEncoding(evidence.bytes(), excluded)
}

/** An encoding that the user named, for a file that may begin with its byte order mark. */
export function namedEncoding(path: string, encoding: TextEncoding): TextEncoding {
  const marked = markedEncoding(firstBytes(path))?.encoding
  return marked?.name === encoding.name ? marked : encoding
}

/** Reads a file as text in pieces. Throws `EncodingError` at the first invalid byte. */
export function* decodeFile(path: string, encoding: TextEncoding): Generator<TextPiece> {
  const file = openSync(path, 'r')
  const decoder = iconv.getDecoder(encoding.name, { stripBOM: false })
  const isUtf8Text = encoding.name === 'utf8'
  let doneBytes = encoding.markBytes
  let line = 1
  let carried: Uint8Array = Buffer.alloc(0)
  try {
    for (;;) {
      const buffer = Buffer.alloc(PIECE_BYTES)
      const count = readSync(file, buffer, 0, PIECE_BYTES, doneBytes)
      if (count === 0) break
      const read = buffer.subarray(0, count)
      doneBytes += count
      let text: string
      if (isUtf8Text) {
        const all = carried.length === 0 ? read : Buffer.concat([carried, read])
        const whole = wholeCharacters(all)
        carried = all.subarray(whole.length)
        if (!isUtf8(whole))
          throw new EncodingError(line + linesIn(Buffer.from(whole.subarray(0, validUtf8(whole))).toString('latin1')), encoding)
        text = Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('utf8')
      } else {
        text = decoder.write(read)
        const bad = text.indexOf('\ufffd')
        if (bad >= 0) throw new EncodingError(line + linesIn(text.slice(0, bad)), encoding)
      }
      line += linesIn(text)
      yield { text, doneBytes }
    }
    if (carried.length > 0) throw new EncodingError(line, encoding)
    const rest = isUtf8Text ? undefined : decoder.end()
    if (rest !== undefined && rest !== '') {
      if (rest.includes('\ufffd')) throw new EncodingError(line, encoding)
      yield { text: rest, doneBytes }
    }
  } finally {
    closeSync(file)
  }
}

export function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
