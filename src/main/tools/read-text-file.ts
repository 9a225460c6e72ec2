import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { failure, type Result, success } from '../../shared/lib/result'

/** A text file as it was read. */
export interface TextFile {
  readonly name: string
  readonly bytes: number
  readonly text: string
}

/** Not blocking: a pipe that nobody writes to would never open. Windows has no such pipes and no such flag. */
const READ_AT_ONCE = process.platform === 'win32' ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Reads a file whole, as UTF-8. Refused: what is no plain file (a pipe would never end), what is larger than `mostBytes`,
 * and what is no text: bytes that are no UTF-8, or a zero among them. Messages name the file without its folder.
 */
export async function readTextFile(path: string, mostBytes: number): Promise<Result<TextFile>> {
  const name = basename(path)
  let file: FileHandle | null = null
  try {
    file = await open(path, READ_AT_ONCE)
    const facts = await file.stat()
    if (!facts.isFile()) return failure('no-file', `${name} is no plain file.`)
    // one byte more than may be: a file that grows meanwhile is still found out
    const buffer = Buffer.alloc(Math.min(facts.size, mostBytes) + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (facts.size > mostBytes || bytesRead > mostBytes)
      return failure('too-large', `${name} is larger than ${Math.floor(mostBytes / 1024)} kB.`)
    const text = decoded(buffer.subarray(0, bytesRead))
    return text === null ? failure('no-text', `${name} is no text file.`) : success({ name, bytes: bytesRead, text })
  } catch {
    return failure('unreadable', `${name} could not be read.`)
  } finally {
    await file?.close()
  }
}

function decoded(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
