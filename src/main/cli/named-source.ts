import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import { dataSourceTable } from '../storage/database/data-source-table'
import { STORE_FILE } from '../storage/database/open-store'
import { openSqlDatabase } from '../storage/database/sql-database'

/** The app's copy of a source, found by its name in the app's data folder. Changes nothing there. */
export function namedSource(dataFolder: string, name: string, sampleFile: string | null): Result<string> {
  const store = join(dataFolder, STORE_FILE)
  if (!existsSync(store)) return failure('source-unknown', messageOf('source-none'))
  const database = openSqlDatabase(store)
  try {
    const sources = dataSourceTable(database)
      .list()
      .filter(({ hidden }) => !hidden)
    const found = sources.find((source) => source.name.toLowerCase() === name.toLowerCase())
    if (found === undefined) {
      const names = sources.map((source) => source.name).join(', ')
      return failure('source-unknown', sources.length === 0 ? messageOf('source-none') : messageOf('source-unknown', { sources: names }))
    }
    const file = found.kind === 'sample' ? sampleFile : join(dataFolder, 'data', 'sources', found.sourceId, 'copy.db')
    if (file === null || !existsSync(file)) return failure('source-busy', messageOf('source-busy', { source: found.name }))
    return success(file)
  } catch {
    return failure('source-none', messageOf('source-none'))
  } finally {
    database.close()
  }
}
