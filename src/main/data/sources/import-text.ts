import { rename, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { detectedChoices } from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { errorCode, isDiskFull } from '../../lib/files'
import type { Engine } from '../engine'
import { stampOf } from './stamp'
import type { Taken, TakeOverOrder } from './take-over'

/** As long as the disk needs. */
const IMPORT_TIMEOUT_MS = 6 * 60 * 60 * 1000
/** Even the slowest disk gives a piece in this time. */
const IMPORT_SILENT_MS = 5 * 60 * 1000

/** Reads a CSV or TSV file into a database with one table, with progress. The source gets the complete table or nothing. */
export async function importText(engine: Engine, path: string, order: TakeOverOrder): Promise<Result<Taken>> {
  const file = basename(path)
  const folder = await engine.openJobFolder()
  const target = join(folder.folder, 'import.db')
  const table = tableName(file)
  try {
    const stamp = await stampOf([path])
    const imported = await engine.run(
      'import',
      { path, target, table, choices: order.source.choices ?? detectedChoices },
      {
        timeoutMs: IMPORT_TIMEOUT_MS,
        silentMs: IMPORT_SILENT_MS,
        signal: order.signal,
        onProgress: (progress) => order.onProgress({ kind: 'importing', phase: 'reading', ...progress }),
      },
    )
    if (!imported.ok)
      return imported.error.code === 'sql-timeout'
        ? failure('source-unreadable', messageOf('source-unreadable', { file, code: 'ETIMEDOUT' }))
        : imported
    if ((await stampOf([path])) !== stamp) return failure('source-changing', messageOf('source-changing', { file }))
    await rename(target, order.target)
    const { rows, notes } = imported.value
    const { size: bytes } = await stat(path)
    return success({ kind: 'csv', tables: [{ name: table, rows }], bytes, stamp, notes: [...notes] })
  } catch (error) {
    order.signal.throwIfAborted()
    const code = errorCode(error)
    if (isDiskFull(code)) return failure('source-disk-full', messageOf('source-disk-full', { file }))
    return failure('source-unreadable', messageOf('source-unreadable', { file, code }))
  } finally {
    await folder.clear()
  }
}

/** The table has the name of the file, in characters that need no quotes. */
function tableName(file: string): string {
  const name = basename(file, extname(file))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
    .slice(0, 60)
  return name === '' || /^\d/u.test(name) || /^sqlite_/iu.test(name) ? `table_${name}` : name
}
