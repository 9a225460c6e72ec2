import type { JsonValue } from '../lib/json'
import type { ShownArtifact } from '../protocol/converter-input'
import { executeSql } from './execute-sql'
import { queryArtifact } from './query-artifact'
import { queryResultSchema } from './query-result'

/** The stored results in a call's output; none for tools that store none. */
export function shownArtifacts(toolName: string, output: JsonValue): readonly ShownArtifact[] {
  if (toolName !== executeSql.name && toolName !== queryArtifact.name) return []
  const result = queryResultSchema.safeParse(output)
  if (!result.success) return []
  const { artifactId, title, exported_row_count: rows, columns, column_count: all } = result.data
  return [{ artifactId, title, rows, columns: all ?? columns.length }]
}
