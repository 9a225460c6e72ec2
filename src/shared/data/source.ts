import { z } from '../lib/zod'
import { storedTextSchema } from '../messages/message'
import { importChoicesSchema } from './import-choices'

/** Longest name of a source, in UTF-16 units. */
export const longestSourceName = 80

export const sourceNameSchema = z.string().min(1).max(longestSourceName).regex(/\S/u)

/** The state of a source. `missing`: its file is gone, but its copy can still be queried. */
export const sourceStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({
    kind: z.literal('importing'),
    phase: z.enum(['copying', 'reading', 'checking']),
    doneBytes: z.number(),
    totalBytes: z.number(),
    /** rows read so far; 0 if rows are not counted */
    rows: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('missing'), fileName: z.string() }),
  /** unreadable; `problem` says what is wrong, why and what to do */
  z.strictObject({ kind: z.literal('failed'), problem: storedTextSchema }),
])
export type SourceState = z.infer<typeof sourceStateSchema>

/** Something that a query can read. Queries read a copy: they never open the user's file. */
export const dataSourceSchema = z.strictObject({
  sourceId: z.string(),
  /** as the user and the model call it; unique among the sources, ignoring case */
  name: z.string(),
  kind: z.enum(['sample', 'sqlite', 'csv', 'xlsx', 'ods', 'json', 'parquet']),
  /** names of the files it was made of, without their folders; empty for the sample */
  fileNames: z.array(z.string()),
  state: sourceStateSchema,
  tables: z.array(z.strictObject({ name: z.string(), rows: z.number().int().nullable() })),
  bytes: z.number(),
  addedAt: z.number(),
  /** when the copy was made (ms since the epoch); null before the first */
  copiedAt: z.number().nullable(),
  /** findings from reading it, for example the detected encoding */
  notes: z.array(storedTextSchema),
  /** what the user decided about its tables before the import; absent where everything was detected */
  choices: importChoicesSchema.exactOptional(),
})
export type DataSource = z.infer<typeof dataSourceSchema>

/** One table or view of a source. */
export const tableSchemaSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['table', 'view']),
  /** null if counting would take too long */
  rows: z.number().int().nullable(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string(), key: z.boolean() })),
  /** `orders.customer_id → customers.id` as column, table, column */
  foreignKeys: z.array(z.strictObject({ column: z.string(), table: z.string(), references: z.string() })),
})
export type TableSchema = z.infer<typeof tableSchemaSchema>
