import { argumentsSchema } from '../approvals/approval'
import { artifactSchema, cellSchema } from '../data/artifact'
import { importChoicesSchema, importPreviewSchema, waitingImportSchema } from '../data/import-choices'
import { queryDetailsSchema } from '../data/query-details'
import { dataSourceSchema, sourceNameSchema, tableSchemaSchema } from '../data/source'
import { z } from '../lib/zod'
import { largestPiece, mostWindowRows } from './limits'
import { bytesSchema } from './schemas'

const nothing = z.null()
const id = z.string().min(1).max(200)
const source = z.strictObject({ sourceId: id })
const artifact = z.strictObject({ artifactId: id })
const waiting = z.strictObject({ importId: id })
const sources = z.strictObject({ sources: z.array(dataSourceSchema) })
const fileName = z.string().min(1).max(255)
const piece = bytesSchema.refine(({ byteLength }) => byteLength <= largestPiece)
/** New sources, and files of tables that wait for `import.start`. */
const offered = z.strictObject({ sourceIds: z.array(z.string()), waiting: z.array(waitingImportSchema) })
const added = z.discriminatedUnion('kind', [
  offered.extend({ kind: z.literal('added') }).strict(),
  z.strictObject({ kind: z.literal('cancelled') }),
  /** this host has no file dialog: the page sends the bytes with `source.upload` */
  z.strictObject({ kind: z.literal('no-dialog') }),
])

/** A filter on a column. Texts are compared ignoring case. */
const filterSchema = z.strictObject({
  column: z.number().int().min(0),
  operator: z.enum(['contains', 'equals', 'at-least', 'at-most', 'is-empty', 'is-not-empty']),
  value: z.string().max(1_000),
})
export type ArtifactFilter = z.infer<typeof filterSchema>

const viewSchema = z.strictObject({
  sort: z.strictObject({ column: z.number().int().min(0), direction: z.enum(['ascending', 'descending']) }).nullable(),
  filters: z.array(filterSchema).max(50),
  /** only rows with this text in any column; empty: all */
  search: z.string().max(1_000),
})
/** Which rows of a result, in which order. */
export type ArtifactView = z.infer<typeof viewSchema>

/** The calls about data sources, stored results and exported files. */
export const dataCalls = {
  'source.list': { request: nothing, reply: sources },
  /** Lets the user choose files in a system dialog; `sources.changed` reports the result. */
  'source.choose': { request: nothing, reply: added },
  /** A file that the user gave to the page: begun, then sent in pieces, then ended. Several uploads may run at once. */
  'source.upload': {
    request: z.strictObject({ fileName, bytes: z.number().int().min(0) }),
    reply: z.strictObject({ uploadId: z.string() }),
  },
  'source.piece': { request: z.strictObject({ uploadId: id, bytes: piece }), reply: nothing },
  'source.uploaded': { request: z.strictObject({ uploadId: id }), reply: offered },
  'source.uploadCancelled': { request: z.strictObject({ uploadId: id }), reply: nothing },
  /** The first rows of a file that waits, as these choices read them. `sheet`: its place in the file; null: the first with rows. */
  'import.preview': {
    request: waiting.extend({ choices: importChoicesSchema, sheet: z.number().int().min(0).nullable() }).strict(),
    reply: importPreviewSchema,
  },
  /** Imports a file that waits; `sources.changed` reports the result. */
  'import.start': {
    request: waiting.extend({ choices: importChoicesSchema }).strict(),
    reply: z.strictObject({ sourceIds: z.array(z.string()) }),
  },
  'import.cancel': { request: waiting, reply: nothing },
  'source.rename': { request: source.extend({ name: sourceNameSchema }).strict(), reply: sources },
  /** Removes a source and its copy, and stops its import; the user's file and stored results stay. */
  'source.remove': { request: source, reply: sources },
  'source.schema': { request: source, reply: z.strictObject({ tables: z.array(tableSchemaSchema) }) },
  /**
   * The card's details for a call of `execute_sql` or `query_artifact` with these arguments, also while they are
   * edited.
   */
  'query.describe': {
    request: z.strictObject({ toolName: z.enum(['execute_sql', 'query_artifact']), conversationId: id, input: argumentsSchema }),
    reply: queryDetailsSchema,
  },
  /** Stored results, newest first; null: those of all conversations. */
  'artifact.list': {
    request: z.strictObject({ conversationId: id.nullable() }),
    reply: z.strictObject({ artifacts: z.array(artifactSchema) }),
  },
  'artifact.get': { request: artifact, reply: artifactSchema },
  /**
   * A window of a result: rows from `from` on (0 is the first), and the number of rows in this view. There are fewer rows than `count`
   * where they are large: at least one as long as there are more.
   */
  'artifact.rows': {
    request: artifact
      .extend({ view: viewSchema, from: z.number().int().min(0), count: z.number().int().min(1).max(mostWindowRows) })
      .strict(),
    reply: z.strictObject({ rows: z.array(z.array(cellSchema)), total: z.number().int() }),
  },
  /** Runs the query again over the current source; the new result replaces this one. */
  'artifact.again': { request: artifact, reply: artifactSchema },
  'artifact.rename': { request: artifact.extend({ title: z.string().min(1).max(200) }).strict(), reply: artifactSchema },
  /** `kept`: it is not removed automatically. */
  'artifact.keep': { request: artifact.extend({ kept: z.boolean() }).strict(), reply: artifactSchema },
  'artifact.remove': { request: artifact, reply: nothing },
  /**
   * Asks where to write new files: a file dialog for one, a folder dialog for several; no file is overwritten in a
   * folder. `page`: this host has no dialog; the page downloads them.
   */
  'export.begin': {
    request: z.strictObject({ fileNames: z.array(fileName).min(1).max(50) }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('place'), files: z.array(z.strictObject({ exportId: z.string(), fileName: z.string() })) }),
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('page') }),
    ]),
  },
  /** Adds a piece to a file; nothing appears in its place before `export.finish`. */
  'export.piece': { request: z.strictObject({ exportId: id, bytes: piece }), reply: nothing },
  'export.finish': { request: z.strictObject({ exportId: id }), reply: z.strictObject({ fileName: z.string(), bytes: z.number().int() }) },
  'export.cancel': { request: z.strictObject({ exportId: id }), reply: nothing },
} as const

/** The events of main about data. */
export const dataEvents = {
  /** The current sources, also during an import: at most every 250 ms. */
  'sources.changed': sources,
  /** A result was stored, renamed or removed. */
  'artifact.changed': artifactSchema,
  'artifact.removed': z.strictObject({ artifactId: z.string() }),
} as const
