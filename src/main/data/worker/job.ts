import type { ArtifactColumn, Cell } from '../../../shared/data/artifact'
import type { ImportChoices, SheetsPreview, TablePreview } from '../../../shared/data/import-choices'
import type { TableSchema } from '../../../shared/data/source'
import type { ArtifactView } from '../../../shared/ipc/data-calls'
import type { Failure, Result } from '../../../shared/lib/result'
import type { Message } from '../../../shared/messages/message'
import type { DetectedEncoding } from '../../lib/encoding'
import type { ImportProgress } from '../csv/import-csv'
import type { TableFileKind } from '../sources/kind-of-file'
import type { HeldRows, RowsPlace } from './held-rows'

/** The jobs of a worker. Files are paths that only this job uses. */
export interface Jobs {
  /** Runs a query and writes its rows as table `table` of a new file; without a file it returns them. */
  readonly query: {
    readonly ask: {
      readonly files: readonly RowsPlace[]
      readonly sql: string
      readonly maxRows: number
      readonly maxBytes: number
      readonly resultFile: string | null
      readonly table: string
      /** how many rows, and how many of their characters, are also returned */
      readonly headRows: number
    }
    readonly answer: QueryAnswer
  }
  /** How many rows a query has without a limit. */
  readonly count: {
    readonly ask: { readonly files: readonly RowsPlace[]; readonly sql: string }
    readonly answer: { readonly rows: number }
  }
  readonly describe: {
    readonly ask: { readonly files: readonly RowsPlace[]; readonly sql: string; readonly maxRows: number }
    readonly answer: DescribeAnswer
  }
  readonly schema: {
    readonly ask: { readonly file: string }
    readonly answer: { readonly tables: readonly TableSchema[] }
  }
  /** The first rows of a text table. `detected`: its encoding where an earlier preview found it. */
  readonly preview: {
    readonly ask: { readonly path: string; readonly choices: ImportChoices; readonly detected: DetectedEncoding | null }
    readonly answer: { readonly table: TablePreview; readonly detected: DetectedEncoding }
  }
  /** The first rows of one table of a spreadsheet, of records or of a Parquet file. `sheet`: its place; null: the first with rows. */
  readonly previewTables: {
    readonly ask: { readonly path: string; readonly kind: TableFileKind; readonly choices: ImportChoices; readonly sheet: number | null }
    readonly answer: SheetsPreview
  }
  /** Reads a text table into a new database. */
  readonly import: {
    readonly ask: { readonly path: string; readonly target: string; readonly table: string; readonly choices: ImportChoices }
    readonly answer: { readonly rows: number; readonly columns: number; readonly notes: readonly Message[] }
  }
  /** Reads the tables of a spreadsheet, of records or of a Parquet file into a new database. */
  readonly tables: {
    readonly ask: {
      readonly path: string
      readonly target: string
      readonly table: string
      readonly kind: TableFileKind
      readonly choices: ImportChoices
    }
    readonly answer: {
      readonly kind: 'xlsx' | 'ods' | 'json' | 'parquet'
      readonly tables: readonly { readonly name: string; readonly rows: number }[]
      readonly notes: readonly Message[]
    }
  }
  /** Merges a fresh copy of a database into one file, checks it and lists its tables. */
  readonly settle: {
    readonly ask: { readonly file: string }
    readonly answer: { readonly tables: readonly { readonly name: string; readonly rows: number | null }[] }
  }
  /** One window of a result that nobody continues to read. */
  readonly rows: { readonly ask: RowsAsk & { readonly file: string }; readonly answer: RowsAnswer }
}

/** A window of a stored result. */
export interface RowsAsk {
  readonly table: string
  readonly view: ArtifactView
  readonly from: number
  readonly count: number
}
export interface RowsAnswer {
  readonly rows: Cell[][]
  readonly total: number
}
/** A window of a stored result as JSON: `bytes` are its rows in UTF-8, with commas between them and no brackets around them. */
export interface RowsText {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly rows: number
}

/** The result of a query. `head` are its first rows. */
export interface QueryAnswer {
  readonly columns: readonly ArtifactColumn[]
  readonly head: readonly (readonly Cell[])[]
  readonly rows: number
  readonly bytes: number
  readonly cutBy: 'rows' | 'bytes' | null
  /** the rows themselves, if no file was given for them */
  readonly held: HeldRows | null
}

/** The engine's description of a query that was not run. */
export interface DescribeAnswer {
  readonly sql: string
  /** one line for each step, as `EXPLAIN QUERY PLAN` words it, with its parent step */
  readonly plan: readonly { readonly id: number; readonly parent: number; readonly detail: string }[]
  /** names of the tables that it opens */
  readonly tables: readonly string[]
  readonly limited: boolean
}

export type JobKind = keyof Jobs
export type JobAsk<Kind extends JobKind> = Jobs[Kind]['ask']
export type JobAnswer<Kind extends JobKind> = Jobs[Kind]['answer']

/** Most memory of the engine while it does a job, in bytes. What only looks at a schema needs little, whatever stands in it. */
export const mostMemory: Readonly<Record<JobKind, number>> = {
  query: 1_000_000_000,
  count: 1_000_000_000,
  describe: 256_000_000,
  schema: 256_000_000,
  settle: 256_000_000,
  preview: 256_000_000,
  previewTables: 1_000_000_000,
  import: 512_000_000,
  tables: 1_000_000_000,
  rows: 1_000_000_000,
}

/** A job as sent to a worker. */
export interface SentJob {
  readonly kind: JobKind
  readonly ask: JobAsk<JobKind>
}

/** Orders to a worker: one job after another, or to keep one result open and read windows of it until released. */
export type WorkerOrder =
  | { readonly kind: 'job'; readonly job: SentJob }
  | { readonly kind: 'open'; readonly reads: RowsPlace }
  | { readonly kind: 'read' | 'readText'; readonly id: number; readonly ask: RowsAsk }
  | { readonly kind: 'rest' }

/**
 * Messages of a worker: progress, a window, or the end of its order. `spent`: it must not be used again, because something of the job
 * is left in it or because it holds much memory.
 */
export type WorkerWord =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'window'; readonly id: number; readonly result: Result<RowsAnswer> }
  | { readonly kind: 'textWindow'; readonly id: number; readonly result: Result<RowsText> }
  | { readonly kind: 'done'; readonly answer: JobAnswer<JobKind>; readonly spent: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly spent: boolean }
  | { readonly kind: 'rested'; readonly spent: boolean }
