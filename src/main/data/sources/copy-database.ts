import { constants, copyFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageText } from '../../../shared/messages/message-text'
import { errorCode, isDiskFull } from '../../lib/files'
import type { Engine } from '../engine'
import { SIDE_FILES, stampOf } from './stamp'
import type { Taken, TakeOverOrder } from './take-over'

/** How often a copy is begun anew because the file was written meanwhile. */
const TRIES = 5
const CHECK_TIMEOUT_MS = 600_000

/**
 * Copies an SQLite database byte for byte, with the log of changes beside it, and brings the copy to one whole file. The
 * user's file is only read, as any file is: no lock is taken and nothing is put beside it. A copy during which it was
 * written is thrown away and made anew.
 */
export async function copyDatabase(engine: Engine, path: string, order: TakeOverOrder): Promise<Result<Taken>> {
  const file = basename(path)
  const folder = await engine.desk()
  const copy = join(folder.folder, 'copy.db')
  try {
    const { size } = await stat(path)
    order.onProgress({ kind: 'importing', phase: 'copying', doneBytes: 0, totalBytes: size, rows: 0 })
    const stamp = await stableCopy(path, copy, order.signal)
    if (stamp === null) return failure('source-changing', messageText('source-changing', { file }))
    order.onProgress({ kind: 'importing', phase: 'checking', doneBytes: size, totalBytes: size, rows: 0 })
    const settled = await engine.run('settle', { file: copy }, { timeoutMs: CHECK_TIMEOUT_MS, signal: order.signal })
    if (!settled.ok) return failure(settled.error.code, toldOf(settled.error.code, file))
    const { tables } = settled.value
    if (tables.length === 0) return failure('source-empty', messageText('source-empty', { file }))
    order.signal.throwIfAborted()
    await rename(copy, order.target)
    return success({ kind: order.source.kind, tables: [...tables], bytes: size, stamp, notes: [] })
  } catch (error) {
    order.signal.throwIfAborted()
    const code = errorCode(error)
    if (code === 'ENOENT') return failure('source-gone', messageText('source-gone', { file }))
    if (isDiskFull(code)) return failure('source-disk-full', messageText('source-disk-full', { file }))
    return failure('source-unreadable', messageText('source-unreadable', { file, code }))
  } finally {
    await folder.clear()
  }
}

function toldOf(code: string, file: string): string {
  if (code === 'sql-timeout') return messageText('source-unreadable', { file, code: 'ETIMEDOUT' })
  return code === 'source-not-database' ? messageText('source-not-database', { file }) : messageText('source-damaged', { file })
}

/** The stamp of the files as they were during the copy; null where they never rested. */
async function stableCopy(path: string, copy: string, signal: AbortSignal): Promise<string | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    signal.throwIfAborted()
    const before = await stampOf([path])
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    for (const suffix of SIDE_FILES) {
      await rm(`${copy}${suffix}`, { force: true })
      await copyFile(`${path}${suffix}`, `${copy}${suffix}`, constants.COPYFILE_FICLONE).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
      })
    }
    if ((await stampOf([path])) === before) return before
  }
  return null
}
