import { dataSourceSchema } from '../../../shared/data/source'
import { z } from '../../../shared/lib/zod'
import { jsonText, type SqlDatabase } from './sql-database'

/** A source in its stored form: with the location of its files, in addition to what the page sees. */
export const storedSourceSchema = z.object({
  ...dataSourceSchema.shape,
  /** full paths of the user's files; empty if there is only a copy */
  paths: z.array(z.string()),
  /** the state of the files when the copy was made: sizes and modification times */
  stamp: z.string(),
  /** the user removed the sample: it does not return */
  hidden: z.boolean(),
})
export type StoredSource = Readonly<z.infer<typeof storedSourceSchema>>

const rowSchema = z.object({ json: jsonText(storedSourceSchema) })

/** The data sources, in the order in which they were added. */
export interface DataSourceTable {
  list(): readonly StoredSource[]
  /** Adds or changes a source. Throws if another has its name. */
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
