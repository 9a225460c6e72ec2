import { open, stat } from 'node:fs/promises'
import { errorCode } from '../../lib/files'
import { type CompoundKind, kindOfCompound } from './compound-file'

/** Files of tables whose values have types: archives may be spreadsheets. */
export type TableFileKind = 'archive' | 'json' | 'parquet'

/** `encrypted`: a spreadsheet with a password. `old-workbook`: one in the format before XLSX. */
export type FileKind = 'sqlite' | 'text' | TableFileKind | CompoundKind

const MAGIC = 'SQLite format 3\u0000'

/**
 * The kind of a file by its first bytes, and of text also by its name; or the system's code if it is unreadable.
 */
export async function kindOfFile(path: string): Promise<FileKind | { readonly unreadable: string }> {
  try {
    const facts = await stat(path)
    // a pipe or a device may never start or end
    if (!facts.isFile() && !facts.isDirectory()) return 'other'
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0)
      const begin = buffer.subarray(0, bytesRead)
      if (begin.subarray(0, MAGIC.length).toString('latin1') === MAGIC) return 'sqlite'
      if (begins(begin, 0x50, 0x4b, 0x03, 0x04)) return 'archive'
      if (begins(begin, 0x50, 0x41, 0x52, 0x31)) return 'parquet'
      if (begins(begin, 0xd0, 0xcf, 0x11, 0xe0)) return await kindOfCompound(file, begin)
      if (!looksLikeText(begin)) return 'other'
      return /\.(?:json|jsonl|ndjson)$/iu.test(path) ? 'json' : 'text'
    } finally {
      await file.close()
    }
  } catch (error) {
    return { unreadable: errorCode(error) }
  }
}

function begins(bytes: Buffer, ...sign: readonly number[]): boolean {
  return sign.every((byte, index) => bytes[index] === byte)
}

/** Only UTF-16 contains zero bytes, every second byte for plain letters. */
function looksLikeText(begin: Buffer): boolean {
  if (begin.includes(0)) return begin.length >= 2 && (hasUtf16Mark(begin) || hasOneSidedZeros(begin))
  const odd = begin.filter((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte)).length
  return odd <= begin.length / 100
}

/** Plain letters in UTF-16: many zeros, all at even positions or all at odd ones. */
function hasOneSidedZeros(begin: Buffer): boolean {
  const [even = 0, odd = 0] = [0, 1].map((side) => begin.filter((byte, index) => index % 2 === side && byte === 0).length)
  return Math.min(even, odd) === 0 && Math.max(even, odd) > begin.length / 4
}

function hasUtf16Mark(begin: Buffer): boolean {
  const mark = begin.readUInt16BE(0)
  return mark === 0xfeff || mark === 0xfffe
}
