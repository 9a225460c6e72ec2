import { type FileHandle, open } from 'node:fs/promises'
import { errorCode } from '../../lib/files'

/** The length of the header of an SQLite file. */
export const HEADER_BYTES = 100

/** The log next to the file (`-wal`): its own header, and one before each page; numbers are big-endian. */
const LOG = { header: 32, frame: 24, pageSize: 8, salts: 16, frameSalts: 8, saltBytes: 8, mostPageBytes: 65_536 } as const

/** The current header of an SQLite file, and the sizes of the file and its log in bytes. */
export interface NewestHeader {
  readonly header: Buffer
  readonly bytes: number
}

/**
 * Reads the header of an SQLite file without opening it as a database: nothing is locked, created or changed, even while it is in use.
 * The latest writes may be only in the log, or all of them if the file is new. Throws the system's error if the file is unreadable.
 */
export async function readNewestHeader(path: string): Promise<NewestHeader> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const logged = await readLog(`${path}-wal`)
    return { header: logged.header ?? (await bytesAt(file, 0, HEADER_BYTES)), bytes: size + logged.bytes }
  } finally {
    await file.close()
  }
}

async function readLog(path: string): Promise<{ readonly header: Buffer | null; readonly bytes: number }> {
  try {
    const log = await open(path, 'r')
    try {
      const { size } = await log.stat()
      return { header: await headerIn(log, size), bytes: size }
    } finally {
      await log.close()
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { header: null, bytes: 0 }
    throw error
  }
}

/** The first page of the last completed write; null if the log has none. */
async function headerIn(log: FileHandle, size: number): Promise<Buffer | null> {
  const head = await bytesAt(log, 0, LOG.header)
  if (head.length < LOG.header) return null
  const pageBytes = head.readUInt32BE(LOG.pageSize)
  if (pageBytes < HEADER_BYTES || pageBytes > LOG.mostPageBytes) return null
  const salts = head.subarray(LOG.salts, LOG.salts + LOG.saltBytes)
  let written: number | null = null
  let finished: number | null = null
  for (let at: number = LOG.header; at + LOG.frame + pageBytes <= size; at += LOG.frame + pageBytes) {
    const frame = await bytesAt(log, at, LOG.frame)
    // the rest is left over from an earlier log
    if (!frame.subarray(LOG.frameSalts, LOG.frameSalts + LOG.saltBytes).equals(salts)) break
    if (frame.readUInt32BE(0) === 1) written = at + LOG.frame
    if (frame.readUInt32BE(4) !== 0) finished = written
  }
  return finished === null ? null : bytesAt(log, finished, HEADER_BYTES)
}

async function bytesAt(file: FileHandle, at: number, count: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, at)
  return buffer.subarray(0, bytesRead)
}
