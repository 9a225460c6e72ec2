import { artifactColumnSchema, cellSchema } from '../data/artifact'
import { mostRows, usualRows } from '../data/limits'
import type { Translator } from '../i18n/translator'
import { z } from '../lib/zod'
import { firstCharacters } from '../text/first-characters'
import { makeVisible } from '../text/make-visible'

/** The arguments that both query tools share. */
export const queryShape = {
  sql: z
    .string()
    .min(1)
    .max(20_000)
    .regex(/\S/u, 'argument-empty')
    .describe('One SQLite query (SELECT, WITH or VALUES). Nothing that writes is run.'),
  reason: z.string().min(1).max(300).regex(/\S/u, 'argument-empty').describe('Why you need this, in one sentence for the user.'),
  title: z
    .string()
    .min(1)
    .max(120)
    .regex(/\S/u, 'argument-empty')
    .optional()
    .describe('A short title for the result, for example Late orders by day.'),
  max_rows: z
    .int()
    .min(1)
    .max(mostRows)
    .optional()
    .describe(`Most rows to keep; ${usualRows} where it is left out. You see the first of them, the user sees all.`),
} as const

/** A result as the model gets it: its first rows, and the name of the stored result. */
export const queryResultSchema = z.strictObject({
  status: z.literal('kept'),
  artifactId: z.string(),
  /** its table in `query_artifact` */
  artifact: z.string(),
  title: z.string(),
  mode: z.enum(['full', 'truncated']),
  columns: z.array(artifactColumnSchema),
  /** the number of columns, if the model does not get all of them */
  column_count: z.int().exactOptional(),
  /** the first rows; `rows_shown` of `exported_row_count` */
  rows: z.array(z.array(cellSchema)),
  rows_shown: z.int(),
  exported_row_count: z.int(),
  original_row_count: z.int().nullable(),
  note: z.string(),
})
export type QueryResult = z.infer<typeof queryResultSchema>

/** The effect of a query, for its line in the thread. */
export function queryEffect({ exported_row_count: rows, mode }: QueryResult, i18n: Translator): string {
  return i18n.count(mode === 'truncated' ? 'call.query.firstRows' : 'call.query.rows', rows, { count: rows.toLocaleString(i18n.locale) })
}

/** The beginning of a text, as long as a question shows it. */
export function shortened(text: string): string {
  return firstCharacters(makeVisible(text), 80)
}
