import type { SourceState } from '../../../shared/data/source'
import { failure, type Result } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { StoredSource } from '../../storage/database/data-source-table'
import type { Engine } from '../engine'
import { copyDatabase } from './copy-database'
import { importTables, importText } from './import-text'
import { kindOfFile } from './kind-of-file'

/** What to import, and where the copy goes. */
export interface TakeOverOrder {
  readonly source: StoredSource
  readonly target: string
  readonly signal: AbortSignal
  readonly onProgress: (state: SourceState) => void
}

/** The changes to a source once its copy is complete. */
export type Taken = Pick<StoredSource, 'tables' | 'bytes' | 'stamp' | 'notes' | 'kind'>

/** Creates the copy of a source, completely or not at all. */
export type TakeOver = (order: TakeOverOrder) => Promise<Result<Taken>>

/** Imports databases, text tables and other tables, by the content of the file and not its name. */
export function createTakeOver(engine: Engine): TakeOver {
  return async (order) => {
    const [path = ''] = order.source.paths
    const file = order.source.fileNames[0] ?? order.source.name
    const kind = await kindOfFile(path)
    if (typeof kind !== 'string') return unreadable(file, kind.unreadable, order.source.stamp !== '')
    switch (kind) {
      case 'sqlite':
        return copyDatabase(engine, path, order)
      case 'text':
        return importText(engine, path, order)
      case 'archive':
      case 'json':
      case 'parquet':
        return importTables(engine, path, kind, order)
      case 'old-workbook':
        return failure('source-wrong-type', messageOf('table-old', { file }))
      case 'encrypted':
        return failure('source-encrypted', messageOf('table-encrypted', { file }))
      case 'other':
        if (/\.(?:db3?|sqlite3?|s3db)$/iu.test(path)) return failure('source-not-database', messageOf('source-not-database', { file }))
        return failure('source-wrong-type', messageOf('source-wrong-type', { file }))
    }
  }
}

function unreadable(file: string, code: string, wasThere: boolean): Result<never> {
  if (code === 'ENOENT') return failure('source-gone', messageOf(wasThere ? 'source-gone' : 'source-no-file', { file }))
  if (code === 'EISDIR') return failure('source-folder', messageOf('source-folder', { file }))
  return failure('source-unreadable', messageOf('source-unreadable', { file, code }))
}
