import { z } from '../lib/zod'
import { storedTextSchema } from '../messages/message'

/** Longest name of a source, in UTF-16 units. */
export const longestSourceName = 80

export const sourceNameSchema = z.string().min(1).max(longestSourceName).regex(/\S/u)

/** What a source is doing. `missing`: its file is gone, and the copy that was made of it still answers. */
export const sourceStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({
    kind: z.literal('importing'),
    phase: z.enum(['copying', 'reading', 'checking']),
    doneBytes: z.number(),
    totalBytes: z.number(),
    /** rows that were read so far; 0 where rows are not counted */
    rows: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('missing'), fileName: z.string() }),
  /** nothing of it can be read; `problem` says what, why and what to do */
  z.strictObject({ kind: z.literal('failed'), problem: storedTextSchema }),
])
export type SourceState = z.infer<typeof sourceStateSchema>

/** Something that a query can read. Queries read a copy: the user's file is never opened for them. */
export const dataSourceSchema = z.strictObject({
  sourceId: z.string(),
  /** as the user and the model call it; unique among the sources, case aside */
  name: z.string(),
  kind: z.enum(['sample', 'sqlite', 'csv']),
  /** names of the files it was made of, without their folders; empty for the sample */
  fileNames: z.array(z.string()),
  state: sourceStateSchema,
  tables: z.array(z.strictObject({ name: z.string(), rows: z.number().int().nullable() })),
  bytes: z.number(),
  addedAt: z.number(),
  /** ms since the epoch at which the copy was made; null before the first */
  copiedAt: z.number().nullable(),
  /** what was noticed while it was read, for example what was taken for the encoding */
  notes: z.array(storedTextSchema),
})
export type DataSource = z.infer<typeof dataSourceSchema>

/** One table or view of a source. */
export const tableSchemaSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['table', 'view']),
  /** null where counting would take too long */
  rows: z.number().int().nullable(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string(), key: z.boolean() })),
  /** `orders.customer_id → customers.id` as column, table, column */
  foreignKeys: z.array(z.strictObject({ column: z.string(), table: z.string(), references: z.string() })),
})
export type TableSchema = z.infer<typeof tableSchemaSchema>
