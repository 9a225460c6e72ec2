import { constants, copyFile, lstat, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure, type Result, success } from '../../../shared/lib/result'
import { type Message, messageOf } from '../../../shared/messages/message'
import { errorCode, isDiskFull } from '../../lib/files'
import type { Engine } from '../engine'
import { SIDE_FILES, stampOf } from './stamp'
import type { Taken, TakeOverOrder } from './take-over'

/** How often a copy is begun anew because the file was written meanwhile. */
const TRIES = 5
/** ms that the check of a copy may take, and one more for so many bytes of it: no disk is slower. */
const CHECK_MS = 30_000
const CHECK_BYTES_PER_MS = 20_000

/**
 * Copies an SQLite database byte for byte, with the log of changes beside it, and brings the copy to one whole file. The
 * user's file is only read, as any file is: no lock is taken and nothing is put beside it. A copy during which it was
 * written is thrown away and made anew.
 */
export async function copyDatabase(engine: Engine, path: string, order: TakeOverOrder): Promise<Result<Taken>> {
  const file = basename(path)
  const folder = await engine.openJobFolder()
  const copy = join(folder.folder, 'copy.db')
  try {
    const { size } = await stat(path)
    order.onProgress({ kind: 'importing', phase: 'copying', doneBytes: 0, totalBytes: size, rows: 0 })
    const stamp = await stableCopy(path, copy, order.signal)
    if (stamp === null) return failure('source-changing', messageOf('source-changing', { file }))
    const checking = () => order.onProgress({ kind: 'importing', phase: 'checking', doneBytes: size, totalBytes: size, rows: 0 })
    checking()
    const timeoutMs = CHECK_MS + Math.ceil(size / CHECK_BYTES_PER_MS)
    const settled = await engine.run('settle', { file: copy }, { timeoutMs, signal: order.signal, onProgress: checking })
    if (!settled.ok) return failure(settled.error.code, refusalMessage(settled.error.code, file, timeoutMs))
    const { tables } = settled.value
    if (tables.length === 0) return failure('source-empty', messageOf('source-empty', { file }))
    order.signal.throwIfAborted()
    await rename(copy, order.target)
    return success({ kind: order.source.kind, tables: [...tables], bytes: size, stamp, notes: [] })
  } catch (error) {
    order.signal.throwIfAborted()
    const code = errorCode(error)
    if (code === 'ENOENT') return failure('source-gone', messageOf('source-gone', { file }))
    if (isDiskFull(code)) return failure('source-disk-full', messageOf('source-disk-full', { file }))
    return failure('source-unreadable', messageOf('source-unreadable', { file, code }))
  } finally {
    await folder.clear()
  }
}

function refusalMessage(code: string, file: string, timeoutMs: number): Message {
  switch (code) {
    case 'sql-timeout':
      return messageOf('source-check-time', { file, seconds: Math.round(timeoutMs / 1000) })
    case 'sql-refused':
      return messageOf('source-check-memory', { file })
    case 'source-unfinished':
      return messageOf('source-unfinished', { file })
    case 'source-not-database':
      return messageOf('source-not-database', { file })
    default:
      return messageOf('source-damaged', { file })
  }
}

/** The stamp of the files as they were during the copy; null where they never rested. */
async function stableCopy(path: string, copy: string, signal: AbortSignal): Promise<string | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    signal.throwIfAborted()
    const before = await stampOf([path])
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    for (const suffix of SIDE_FILES) {
      await rm(`${copy}${suffix}`, { force: true })
      await copySideFile(`${path}${suffix}`, `${copy}${suffix}`)
    }
    if ((await stampOf([path])) === before) return before
  }
  return null
}

/** Copies what lies beside a database. What is no plain file (a pipe, a link to a device) may never end, and is none that SQLite wrote. */
async function copySideFile(path: string, copy: string): Promise<void> {
  try {
    if ((await lstat(path)).isFile()) await copyFile(path, copy, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
