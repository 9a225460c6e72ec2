import { z } from '../lib/zod'

/**
 * The type of a column's values: `date` is `2026-11-28`, `time` is a date with a time of day, `empty` has only nulls.
 */
export const columnTypeSchema = z.enum(['integer', 'real', 'text', 'date', 'time', 'bytes', 'mixed', 'empty'])
export type ColumnType = z.infer<typeof columnTypeSchema>

export const artifactColumnSchema = z.strictObject({ name: z.string(), type: columnTypeSchema })
export type ArtifactColumn = z.infer<typeof artifactColumnSchema>

/** A value of a result. An integer that a double can't represent comes as its digits, bytes only as their number. */
export const cellSchema = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.strictObject({ integer: z.string() }),
  z.strictObject({ bytes: z.number().int() }),
])
export type Cell = z.infer<typeof cellSchema>

/** What a result was read from. */
export const artifactOriginSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('source'), sourceId: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal('artifacts'), artifactIds: z.array(z.string()) }),
])
export type ArtifactOrigin = z.infer<typeof artifactOriginSchema>

/** A stored result, without its rows. */
export const artifactSchema = z.strictObject({
  artifactId: z.string(),
  conversationId: z.string(),
  toolCallId: z.string().nullable(),
  title: z.string(),
  /** its table in `query_artifact`, for example `result_3` */
  sqlName: z.string(),
  origin: artifactOriginSchema,
  /** the query as the model wrote it */
  sql: z.string(),
  columns: z.array(artifactColumnSchema),
  /** stored rows */
  rows: z.number().int(),
  /** rows of the query without a limit; null if they could not be counted in time */
  originalRows: z.number().int().nullable(),
  /** what truncated the result; null if it is complete */
  cutBy: z.enum(['rows', 'bytes']).nullable(),
  bytes: z.number(),
  durationMs: z.number(),
  /** when the copy that was read was made (ms since the epoch); null for results of results */
  copiedAt: z.number().nullable(),
  createdAt: z.number(),
  /** when it is removed automatically; null: it is stored until the user removes it */
  expiresAt: z.number().nullable(),
  /** `gone`: removed because of its age or the space limit; the query is still stored, so that it can be run again */
  state: z.enum(['here', 'gone']),
})
export type Artifact = z.infer<typeof artifactSchema>

/** The seed's shape of exported data, for outside clients and files. */
export const exportedDataSchema = z.strictObject({
  mode: z.enum(['full', 'truncated']),
  columns: z.array(z.string()),
  rows: z.array(z.array(cellSchema)),
  exported_row_count: z.number().int(),
  original_row_count: z.number().int().nullable(),
})
export type ExportedData = z.infer<typeof exportedDataSchema>
