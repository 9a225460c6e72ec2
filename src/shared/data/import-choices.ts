import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'

/** Signs between the values of a row. */
export const delimiters = [',', ';', '\t', '|'] as const
export const delimiterSchema = z.enum(delimiters)
export type Delimiter = z.infer<typeof delimiterSchema>

/**
 * How the values of a column are read. `point` and `comma` are numbers in a local notation, by their decimal sign: `1,234.56` and
 * `1.234,56`.
 */
export const columnKinds = ['text', 'integer', 'real', 'point', 'comma'] as const
export const columnKindSchema = z.enum(columnKinds)
export type ColumnKind = z.infer<typeof columnKindSchema>

/** The most lines above a table that can be left out. */
export const mostLinesAbove = 30

/** What the user decided about a text table; null: as it is detected. */
export const importChoicesSchema = z.strictObject({
  /** the label of an encoding, for example `Windows-1252` */
  encoding: z.string().min(1).max(40).nullable(),
  delimiter: delimiterSchema.nullable(),
  /** whether the first row of the table names the columns */
  header: z.boolean().nullable(),
  /** lines above the table that are left out; empty lines don't count */
  above: z.number().int().min(0).max(mostLinesAbove).nullable(),
  /** kinds of columns by their names; the others are detected */
  kinds: z.record(z.string().max(200), columnKindSchema),
})
export type ImportChoices = Readonly<z.infer<typeof importChoicesSchema>>

/** Everything is detected. */
export const detectedChoices: ImportChoices = { encoding: null, delimiter: null, header: null, above: null, kinds: {} }

/** Whether anything is not as it is detected. */
export function isDecided({ encoding, delimiter, header, above, kinds }: ImportChoices): boolean {
  return [encoding, delimiter, header, above].some((choice) => choice !== null) || Object.keys(kinds).length > 0
}

/** Rows and columns of a preview, and UTF-16 units of a value in it. */
export const previewRows = 20
export const previewColumns = 100
export const previewCharacters = 200

/** A table as it would be imported, by its first rows. */
export const tablePreviewSchema = z.strictObject({
  encoding: z.string(),
  /** other encodings that fit about as well */
  otherEncodings: z.array(z.string()),
  isSure: z.boolean(),
  delimiter: delimiterSchema,
  header: z.boolean(),
  above: z.number().int(),
  columns: z
    .array(
      z.strictObject({
        name: z.string(),
        kind: columnKindSchema,
        /** a local notation in which all values read as numbers; null where there is none or the values are plain numbers */
        offered: z.enum(['point', 'comma']).nullable(),
        /** values among the first rows that the chosen kind does not fit */
        unlike: z.number().int(),
      }),
    )
    .max(previewColumns),
  /** columns that are not shown */
  moreColumns: z.number().int(),
  rows: z.array(z.array(z.string().max(previewCharacters + 1)).max(previewColumns)).max(previewRows),
})
export type TablePreview = Readonly<z.infer<typeof tablePreviewSchema>>

/** The answer to the question for a preview. `encodings`: the labels of all encodings that can be chosen. */
export const importPreviewSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('table'), table: tablePreviewSchema, encodings: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('refused'), problem: displayTextSchema, encodings: z.array(z.string()) }),
])
export type ImportPreview = Readonly<z.infer<typeof importPreviewSchema>>

/** A file that waits for the user's choices before it is imported. */
export const waitingImportSchema = z.strictObject({ importId: z.string(), fileName: z.string() })
export type WaitingImport = Readonly<z.infer<typeof waitingImportSchema>>
