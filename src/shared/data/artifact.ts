import { z } from '../lib/zod'

/** What a column holds, from its values: `date` is `2026-11-28`, `time` is a date with a time of day, `empty` has only nulls. */
export const columnTypeSchema = z.enum(['integer', 'real', 'text', 'date', 'time', 'bytes', 'mixed', 'empty'])
export type ColumnType = z.infer<typeof columnTypeSchema>

export const artifactColumnSchema = z.strictObject({ name: z.string(), type: columnTypeSchema })
export type ArtifactColumn = z.infer<typeof artifactColumnSchema>

/** A value of a result. An integer that a double can't hold comes as its digits, bytes only as their number. */
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

/** A kept result, without its rows. */
export const artifactSchema = z.strictObject({
  artifactId: z.string(),
  conversationId: z.string(),
  toolCallId: z.string().nullable(),
  title: z.string(),
  /** its table in `query_artifact`, for example `result_3` */
  sqlName: z.string(),
  origin: artifactOriginSchema,
  /** the query as it was asked for */
  sql: z.string(),
  columns: z.array(artifactColumnSchema),
  /** rows that were kept */
  rows: z.number().int(),
  /** rows that the query has without a limit; null where they could not be counted in time */
  originalRows: z.number().int().nullable(),
  /** what cut the result off; null where it is whole */
  cutBy: z.enum(['rows', 'bytes']).nullable(),
  bytes: z.number(),
  durationMs: z.number(),
  /** ms since the epoch at which the copy was made that was read; null for results of results */
  copiedAt: z.number().nullable(),
  createdAt: z.number(),
  /** when it goes by itself; null: it is kept until it is removed */
  expiresAt: z.number().nullable(),
  /** `gone`: its time or its room was over; what was asked is still known, so that it can be asked again */
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
