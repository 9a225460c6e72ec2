import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'

/** Signs between the values of a row. */
export const delimiters = [',', ';', '\t', '|'] as const
export const delimiterSchema = z.enum(delimiters)
export type Delimiter = z.infer<typeof delimiterSchema>

/**
 * How the values of a column are read. `boolean` is true or false, stored as 1 and 0. `point` and `comma` are numbers in a local notation, by their decimal sign: `1,234.56` and
 * `1.234,56`.
 */
export const columnKinds = ['text', 'integer', 'real', 'boolean', 'point', 'comma'] as const
export const columnKindSchema = z.enum(columnKinds)
export type ColumnKind = z.infer<typeof columnKindSchema>

/** The most lines above a table that can be left out. */
export const mostLinesAbove = 30

/** Most sheets of a file that can be told apart, and UTF-16 units of the name of one. */
export const mostSheets = 1_000
export const longestSheetName = 200

const kindsSchema = z.record(z.string().max(200), columnKindSchema)
const aboveSchema = z.number().int().min(0).max(mostLinesAbove).nullable()
const sheetNameSchema = z.string().max(longestSheetName)

/** What the user decided about one sheet; null: as for all of the file. */
export const sheetChoicesSchema = z.strictObject({ header: z.boolean().nullable(), above: aboveSchema, kinds: kindsSchema })
export type SheetChoices = Readonly<z.infer<typeof sheetChoicesSchema>>

/** What the user decided about the tables of a file; null: as it is detected. */
export const importChoicesSchema = z.strictObject({
  /** the label of an encoding, for example `Windows-1252` */
  encoding: z.string().min(1).max(40).nullable(),
  delimiter: delimiterSchema.nullable(),
  /** whether the first row of the table names the columns */
  header: z.boolean().nullable(),
  /** lines above the table that are left out; empty lines don't count */
  above: aboveSchema,
  /** kinds of columns by their names; the others are detected */
  kinds: kindsSchema,
  /** sheets that are imported, by their names; absent: all */
  onlySheets: z.array(sheetNameSchema).max(mostSheets).exactOptional(),
  /** what differs in single sheets, by their names */
  sheets: z.record(sheetNameSchema, sheetChoicesSchema).exactOptional(),
})
export type ImportChoices = Readonly<z.infer<typeof importChoicesSchema>>

/** Everything is detected. */
export const detectedChoices: ImportChoices = { encoding: null, delimiter: null, header: null, above: null, kinds: {} }

/** Whether anything is not as it is detected. */
export function isDecided({ encoding, delimiter, header, above, kinds, onlySheets, sheets = {} }: ImportChoices): boolean {
  const isChosen = [encoding, delimiter, header, above].some((choice) => choice !== null) || onlySheets !== undefined
  return isChosen || Object.keys(kinds).length > 0 || Object.keys(sheets).length > 0
}

/** What was decided about a sheet: for itself, or else for all of the file. `sheet`: null where the file has but one table. */
export function choicesOfSheet({ header, above, kinds, sheets = {} }: ImportChoices, sheet: string | null): SheetChoices {
  const own = sheet !== null && Object.hasOwn(sheets, sheet) ? sheets[sheet] : undefined
  return { header: own?.header ?? header, above: own?.above ?? above, kinds: { ...kinds, ...own?.kinds } }
}

/** Whether a sheet is imported. */
export function isSheetWanted({ onlySheets }: ImportChoices, sheet: string | null): boolean {
  return onlySheets === undefined || sheet === null || onlySheets.includes(sheet)
}

/** Rows and columns of a preview, and UTF-16 units of a value in it. */
export const previewRows = 20
export const previewColumns = 100
export const previewCharacters = 200

const rowsShape = {
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
}
/** Columns and first rows of a table as it would be imported. */
export type PreviewedRows = Readonly<Pick<TablePreview, keyof typeof rowsShape>>

/** A text table as it would be imported, by its first rows. */
export const tablePreviewSchema = z.strictObject({
  encoding: z.string(),
  /** other encodings that fit about as well */
  otherEncodings: z.array(z.string()),
  isSure: z.boolean(),
  delimiter: delimiterSchema,
  header: z.boolean(),
  above: z.number().int(),
  ...rowsShape,
})
export type TablePreview = Readonly<z.infer<typeof tablePreviewSchema>>

/** A table whose values have types, as it would be imported, by its first rows. */
export const sheetPreviewSchema = z.strictObject({
  /** its place among the tables of the file, from 0 */
  index: z.number().int(),
  /** whether a row has the names of the columns; null where the kind of file has them */
  header: z.boolean().nullable(),
  /** rows above the table that are left out */
  above: z.number().int(),
  ...rowsShape,
})
export type SheetPreview = Readonly<z.infer<typeof sheetPreviewSchema>>

/** The tables of a file whose values have types, and the first rows of one of them. */
export const sheetsPreviewSchema = z.strictObject({
  /** names of the sheets; null: the file has but one table, which has no name */
  names: z.array(sheetNameSchema).max(mostSheets).nullable(),
  /** the table that was asked for; without rows where it has none */
  shown: sheetPreviewSchema,
})
export type SheetsPreview = Readonly<z.infer<typeof sheetsPreviewSchema>>

/** The answer to the question for a preview. `encodings`: the labels of all encodings that can be chosen. */
export const importPreviewSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('table'), table: tablePreviewSchema, encodings: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('sheets'), sheets: sheetsPreviewSchema }),
  z.strictObject({ kind: z.literal('refused'), problem: displayTextSchema, encodings: z.array(z.string()) }),
])
export type ImportPreview = Readonly<z.infer<typeof importPreviewSchema>>

/** A file that waits for the user's choices before it is imported. */
export const waitingImportSchema = z.strictObject({ importId: z.string(), fileName: z.string() })
export type WaitingImport = Readonly<z.infer<typeof waitingImportSchema>>
