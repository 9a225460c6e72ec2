import { z } from '../lib/zod'
import { makeVisible } from '../text/make-visible'
import { artifactTitles } from './artifact-titles'
import { defineTool } from './define-tool'

const inputSchema = z.strictObject({
  artifacts: z
    .array(z.string().min(1).max(80))
    .min(1)
    .max(20)
    .describe('Kept results to save, by the names that queries gave them, for example result_3. Each becomes a file.'),
  filename: z
    .string()
    .min(1)
    .max(120)
    .regex(/\S/u, 'argument-empty')
    .optional()
    .describe('Name for the file, without a folder; the title of the result where it is left out. Several files get numbers.'),
  format: z.enum(['csv', 'xlsx']).optional().describe('The kind of file: csv, or an Excel workbook; csv where it is left out.'),
  delimiter: z.enum(['comma', 'semicolon', 'tab']).optional().describe('What parts the values of a CSV file; comma where it is left out.'),
  byte_order_mark: z
    .boolean()
    .optional()
    .describe('Whether a CSV file begins with the mark that Excel knows UTF-8 by; yes where it is left out.'),
})
export type ExportCsvInput = z.infer<typeof inputSchema>

const outputSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('saved'),
    /** names of the files without their folders */
    files: z.array(z.strictObject({ artifact: z.string(), file: z.string(), rows: z.int() })),
  }),
  z.strictObject({ status: z.literal('cancelled') }),
])
export type ExportCsvOutput = z.infer<typeof outputSchema>

/** The character of each delimiter. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const

/** Saves stored results as CSV files or workbooks, at places that the user chooses. */
export const exportCsv = defineTool<ExportCsvInput, ExportCsvOutput>({
  name: 'export_csv',
  description:
    'Saves kept results as CSV files or Excel workbooks. The user is asked first, and then chooses the place in a dialog; you learn the names of the files, or that the user chose none. All rows are saved, not only those you have seen.',
  input: inputSchema,
  output: outputSchema,
  risk: 'low',
  approval: 'ask',
  idempotent: false,
  // time for the user to choose a folder, and for a large table to be written
  timeoutMs: 600_000,
  runs: 'renderer',
  icon: 'file-down',
  hint: (i18n) => i18n.t('call.export_csv.hint'),
  secretArguments: [],
  question({ artifacts, format }, i18n, titleOf) {
    const names = artifactTitles(artifacts, i18n, titleOf)
    if (format === 'xlsx')
      return artifacts.length === 1
        ? i18n.t('call.export_csv.workbook', { names })
        : i18n.count('call.export_csv.workbooks', artifacts.length, { names })
    return artifacts.length === 1
      ? i18n.t('call.export_csv.question', { names })
      : i18n.count('call.export_csv.several', artifacts.length, { names })
  },
  destination: () => '',
  effect: (_, output, i18n) =>
    output.status === 'cancelled'
      ? i18n.t('call.export_csv.cancelled')
      : i18n.t('call.export_csv.saved', { names: output.files.map(({ file }) => makeVisible(file)).join(', ') }),
})
