import { argumentsSchema } from '../approvals/approval'
import { artifactSchema, cellSchema } from '../data/artifact'
import { queryDetailsSchema } from '../data/query-details'
import { dataSourceSchema, sourceNameSchema, tableSchemaSchema } from '../data/source'
import { z } from '../lib/zod'
import { bytesSchema } from './schemas'

/** Most rows that one window of a result holds, and most bytes of one piece of a file. */
export const mostWindowRows = 5_000
export const largestPiece = 512 * 1024

const nothing = z.null()
const id = z.string().min(1).max(200)
const source = z.strictObject({ sourceId: id })
const artifact = z.strictObject({ artifactId: id })
const sources = z.strictObject({ sources: z.array(dataSourceSchema) })
const fileName = z.string().min(1).max(255)
const piece = bytesSchema.refine(({ byteLength }) => byteLength <= largestPiece)
const added = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('added'), sourceIds: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('cancelled') }),
  /** nothing here can ask for a file: the page hands the bytes over with `source.upload` */
  z.strictObject({ kind: z.literal('no-dialog') }),
])

/** How a column is narrowed down. Texts are compared without case. */
const filterSchema = z.strictObject({
  column: z.number().int().min(0),
  operator: z.enum(['contains', 'equals', 'at-least', 'at-most', 'is-empty', 'is-not-empty']),
  value: z.string().max(1_000),
})
export type ArtifactFilter = z.infer<typeof filterSchema>

const viewSchema = z.strictObject({
  sort: z.strictObject({ column: z.number().int().min(0), direction: z.enum(['ascending', 'descending']) }).nullable(),
  filters: z.array(filterSchema).max(50),
  /** rows in which this text stands in any column; empty: all */
  search: z.string().max(1_000),
})
/** Which rows of a result, in which order. */
export type ArtifactView = z.infer<typeof viewSchema>

/** The calls about data sources, kept results and files that are written. */
export const dataCalls = {
  'source.list': { request: nothing, reply: sources },
  /** Lets the user choose files in a dialog of the system; what becomes of them is told by `sources.changed`. */
  'source.choose': { request: nothing, reply: added },
  /** A file that the page was given: begun, then handed over in pieces, then ended. Several of these may run at once. */
  'source.upload': {
    request: z.strictObject({ fileName, bytes: z.number().int().min(0) }),
    reply: z.strictObject({ uploadId: z.string() }),
  },
  'source.piece': { request: z.strictObject({ uploadId: id, bytes: piece }), reply: nothing },
  'source.uploaded': { request: z.strictObject({ uploadId: id }), reply: z.strictObject({ sourceIds: z.array(z.string()) }) },
  'source.uploadCancelled': { request: z.strictObject({ uploadId: id }), reply: nothing },
  'source.rename': { request: source.extend({ name: sourceNameSchema }).strict(), reply: sources },
  /** Forgets a source and its copy, and stops its import; the user's file stays. Kept results stay too. */
  'source.remove': { request: source, reply: sources },
  'source.schema': { request: source, reply: z.strictObject({ tables: z.array(tableSchemaSchema) }) },
  /** What a card says about a call of `execute_sql` or `query_artifact` with these arguments, also while they are edited. */
  'query.describe': {
    request: z.strictObject({ toolName: z.enum(['execute_sql', 'query_artifact']), conversationId: id, input: argumentsSchema }),
    reply: queryDetailsSchema,
  },
  /** Kept results, the newest first; of all conversations for null. */
  'artifact.list': {
    request: z.strictObject({ conversationId: id.nullable() }),
    reply: z.strictObject({ artifacts: z.array(artifactSchema) }),
  },
  'artifact.get': { request: artifact, reply: artifactSchema },
  /** A window of a result: rows from `from` on (0 is the first), and how many there are in this view. */
  'artifact.rows': {
    request: artifact
      .extend({ view: viewSchema, from: z.number().int().min(0), count: z.number().int().min(1).max(mostWindowRows) })
      .strict(),
    reply: z.strictObject({ rows: z.array(z.array(cellSchema)), total: z.number().int() }),
  },
  /** The user asks the same again: the query runs over what the source is now, and its result takes the place of this one. */
  'artifact.again': { request: artifact, reply: artifactSchema },
  'artifact.rename': { request: artifact.extend({ title: z.string().min(1).max(200) }).strict(), reply: artifactSchema },
  /** `kept`: it does not go by itself. */
  'artifact.keep': { request: artifact.extend({ kept: z.boolean() }).strict(), reply: artifactSchema },
  'artifact.remove': { request: artifact, reply: nothing },
  /**
   * Asks where new files go: one in a dialog of the system for a file, several in one for a folder, in which no file is
   * written over another. `page`: nothing here can ask, the page keeps them as a browser does.
   */
  'export.begin': {
    request: z.strictObject({ fileNames: z.array(fileName).min(1).max(50) }),
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('place'), files: z.array(z.strictObject({ exportId: z.string(), fileName: z.string() })) }),
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('page') }),
    ]),
  },
  /** Adds a piece to a file; nothing stands in its place before `export.finish`. */
  'export.piece': { request: z.strictObject({ exportId: id, bytes: piece }), reply: nothing },
  'export.finish': { request: z.strictObject({ exportId: id }), reply: z.strictObject({ fileName: z.string(), bytes: z.number().int() }) },
  'export.cancel': { request: z.strictObject({ exportId: id }), reply: nothing },
} as const

/** The events of main about data. */
export const dataEvents = {
  /** The sources as they are now, also while one of them is read: at most every 250 ms. */
  'sources.changed': sources,
  /** A result was kept, renamed or is gone. */
  'artifact.changed': artifactSchema,
  'artifact.removed': z.strictObject({ artifactId: z.string() }),
} as const
