import { type Artifact, artifactSchema } from '../../../shared/data/artifact'
import { z } from '../../../shared/lib/zod'
import { type QueryResult, queryResultSchema } from '../../../shared/tools/query-result'
import { emptyLog } from './erase-conversation'
import { jsonText, type SqlDatabase } from './sql-database'

const rowSchema = z.object({ json: jsonText(artifactSchema) })
const outputSchema = z.object({ output: jsonText(queryResultSchema) })
const numberSchema = z.object({ number: z.number().int() })

/** The descriptions of stored results; their rows are in files. */
export interface ArtifactTable {
  /** Newest first; of all conversations for null. */
  list(conversationId: string | null): readonly Artifact[]
  get(artifactId: string): Artifact | null
  /** The result of this call as the model received it. */
  outputOfCall(toolCallId: string): QueryResult | null
  /** The lowest number that the next result can have. */
  nextNumber(): number
  /** Is on the disk when it returns. */
  add(artifact: Artifact, output: QueryResult): void
  update(artifact: Artifact): void
  /** Nothing of it can be read from the disk afterwards. */
  remove(artifactId: string): void
}

export function artifactTable(database: SqlDatabase): ArtifactTable {
  return {
    list: (conversationId) =>
      (conversationId === null
        ? database.all(rowSchema, 'SELECT json FROM artifacts ORDER BY number DESC')
        : database.all(rowSchema, 'SELECT json FROM artifacts WHERE conversationId = ? ORDER BY number DESC', conversationId)
      ).map(({ json }) => json),
    get: (artifactId) => database.first(rowSchema, 'SELECT json FROM artifacts WHERE artifactId = ?', artifactId)?.json ?? null,
    outputOfCall: (toolCallId) =>
      database.first(outputSchema, 'SELECT output FROM artifacts WHERE toolCallId = ?', toolCallId)?.output ?? null,
    nextNumber: () =>
      database.first(numberSchema, "SELECT coalesce(max(seq), 0) + 1 AS number FROM sqlite_sequence WHERE name = 'artifacts'")?.number ?? 1,
    add(artifact, output) {
      database.durably(() =>
        database.run(
          'INSERT INTO artifacts (artifactId, conversationId, toolCallId, json, output) VALUES (?, ?, ?, ?, ?)',
          artifact.artifactId,
          artifact.conversationId,
          artifact.toolCallId,
          JSON.stringify(artifact),
          JSON.stringify(output),
        ),
      )
    },
    update(artifact) {
      database.run('UPDATE artifacts SET json = ? WHERE artifactId = ?', JSON.stringify(artifact), artifact.artifactId)
    },
    remove(artifactId) {
      database.run('DELETE FROM artifacts WHERE artifactId = ?', artifactId)
      emptyLog(database)
    },
  }
}
