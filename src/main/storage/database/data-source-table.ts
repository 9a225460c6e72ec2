import { dataSourceSchema } from '../../../shared/data/source'
import { z } from '../../../shared/lib/zod'
import { jsonText, type SqlDatabase } from './sql-database'

/** A source as it is kept: where its files are, beside what the page knows of it. */
export const storedSourceSchema = z.object({
  ...dataSourceSchema.shape,
  /** whole paths of the user's files; empty where a copy is all there is */
  paths: z.array(z.string()),
  /** how the files were when the copy was made: sizes and times of change */
  stamp: z.string(),
  /** the user took the sample away: it does not come back */
  hidden: z.boolean(),
})
export type StoredSource = Readonly<z.infer<typeof storedSourceSchema>>

const rowSchema = z.object({ json: jsonText(storedSourceSchema) })

/** The data sources, in the order in which they were added. */
export interface DataSourceTable {
  list(): readonly StoredSource[]
  /** Adds or changes one. Throws where another has its name. */
  save(source: StoredSource): void
  remove(sourceId: string): void
}

export function dataSourceTable(database: SqlDatabase): DataSourceTable {
  return {
    list: () => database.all(rowSchema, 'SELECT json FROM data_sources ORDER BY rowid').map(({ json }) => json),
    save(source) {
      database.run(
        'INSERT INTO data_sources (sourceId, name, json) VALUES (?, ?, ?) ON CONFLICT (sourceId) DO UPDATE SET name = excluded.name, json = excluded.json',
        source.sourceId,
        source.name,
        JSON.stringify(source),
      )
    },
    remove(sourceId) {
      database.run('DELETE FROM data_sources WHERE sourceId = ?', sourceId)
    },
  }
}
