import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { errorCode } from '../../lib/files'

/**
 * What became of the rollback journal beside a copy. `names-others`: its transaction went over several databases at once, so that
 * this one alone can't say how it ended. `damaged`: it can't be the journal of this file.
 */
export type RollBackOutcome = 'whole' | 'rolled-back' | 'names-others' | 'damaged'

const MAGIC = Buffer.from('d9d505f920a163d7', 'hex')
const HEADER_BYTES = 28
/** The byte that SQLite locks; the page that holds it holds nothing else. */
const LOCK_BYTE = 0x4000_0000

/** The head of one part of a journal, all of whose numbers are unsigned and big-endian. */
interface JournalHead {
  readonly records: number
  readonly nonce: number
  /** pages of the database before the transaction */
  readonly pages: number
  readonly sectorSize: number
  readonly pageSize: number
}

/**
 * Takes back what a transaction that never ended wrote into a database, as SQLite does when it opens one (fileformat2, "The
 * Rollback Journal"), and takes the journal away. The engine of the queries never does it: its locks hide from it that a
 * journal was left behind. No engine ever opens the pair, because a journal may name any file and SQLite would delete that file.
 */
export function rollBack(file: string): RollBackOutcome {
  const name = `${file}-journal`
  const journal = openIfThere(name)
  if (journal === null) return 'whole'
  const database = openSync(file, 'r+')
  try {
    return isHot(journal, database) ? playBack(journal, database) : 'whole'
  } finally {
    closeSync(database)
    closeSync(journal)
    rmSync(name)
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** A journal whose first byte is zero was ended by its writer; one beside an empty file belongs to nothing. */
function isHot(journal: number, database: number): boolean {
  return fstatSync(database).size > 0 && (read(journal, 0, 1)?.[0] ?? 0) !== 0
}

function playBack(journal: number, database: number): RollBackOutcome {
  const { size } = fstatSync(journal)
  if (size >= 16 && read(journal, size - MAGIC.length, MAGIC.length)?.equals(MAGIC) === true) return 'names-others'
  const first = headAt(journal, 0, null)
  if (first === null) return 'whole'
  const { pageSize, sectorSize, pages } = first
  // pages that the transaction cut off stand in the journal, each of them
  if (pages * pageSize > fstatSync(database).size + size) return 'damaged'
  ftruncateSync(database, pages * pageSize)
  const lockPage = Math.floor(LOCK_BYTE / pageSize) + 1
  let at = 0
  for (let head: JournalHead | null = first; head !== null; head = headAt(journal, at, first)) {
    at += sectorSize
    const fitting = Math.floor((size - at) / (pageSize + 8))
    const records = head.records === 0xffff_ffff ? fitting : head.records
    for (let done = 0; done < records; done += 1) {
      const record = read(journal, at, pageSize + 8)
      if (record === null) return ended(database)
      const page = record.readUInt32BE(0)
      const content = record.subarray(4, 4 + pageSize)
      const isRecord = page !== 0 && page !== lockPage && record.readUInt32BE(4 + pageSize) === checksum(content, head.nonce)
      // what comes from here on had not reached the disk, and so nothing that it keeps was overwritten
      if (!isRecord) return ended(database)
      if (page <= pages) writeSync(database, content, 0, pageSize, (page - 1) * pageSize)
      at += record.length
    }
    at = Math.ceil(at / sectorSize) * sectorSize
  }
  return ended(database)
}

function ended(database: number): RollBackOutcome {
  fsyncSync(database)
  return 'rolled-back'
}

/** Null where no part of a journal begins. Sizes stand in the first head alone. */
function headAt(journal: number, at: number, first: JournalHead | null): JournalHead | null {
  const head = read(journal, at, HEADER_BYTES)
  if (head === null || !head.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const [records, nonce, pages] = [head.readUInt32BE(8), head.readUInt32BE(12), head.readUInt32BE(16)]
  const sectorSize = first?.sectorSize ?? head.readUInt32BE(20)
  const pageSize = first?.pageSize ?? head.readUInt32BE(24)
  if (!isPower(sectorSize, 32) || !isPower(pageSize, 512)) return null
  return { records, nonce, pages, sectorSize, pageSize }
}

function isPower(size: number, least: number): boolean {
  return size >= least && size <= 65_536 && Number.isInteger(Math.log2(size))
}

/** Every two hundredth byte from the end, added to a number that no other transaction has. */
function checksum(content: Buffer, nonce: number): number {
  let sum = nonce
  for (let at = content.length - 200; at > 0; at -= 200) sum = (sum + (content[at] ?? 0)) >>> 0
  return sum
}

/** So many bytes at a place; null where the file ends before. */
function read(file: number, at: number, count: number): Buffer | null {
  const buffer = Buffer.alloc(count)
  return readSync(file, buffer, 0, count, at) === count ? buffer : null
}
