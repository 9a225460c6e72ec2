import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { localizedSchema } from '../text/localized'

/** A piece of a formatted query; all pieces together are its text. */
export const sqlTokenSchema = z.strictObject({
  text: z.string(),
  kind: z.enum(['keyword', 'function', 'string', 'number', 'comment', 'plain']),
})
export type SqlToken = z.infer<typeof sqlTokenSchema>

/** What a card shows about a query before it runs; `problem` says why it would be refused. */
export const queryDetailsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fits'),
    /** the query as it will run, formatted, with the effective limit */
    sql: z.string(),
    tokens: z.array(sqlTokenSchema),
    /** the reason given in the call */
    reason: z.string(),
    source: z.string(),
    /** when the copy that will be read was made */
    copiedAt: z.number().nullable(),
    tables: z.array(z.strictObject({ name: z.string(), rows: z.number().int().nullable() })),
    /** the engine's plan, one sentence for each step */
    plan: z.array(localizedSchema),
    /** rows of the tables that are read from end to end, and rows of all tables; null if unknown */
    readsRows: z.number().int().nullable(),
    ofRows: z.number().int().nullable(),
    /** estimated rows of the result; null if unknown */
    returnsRows: z.number().int().nullable(),
    /** the result never has more rows than this */
    maxRows: z.number().int(),
    maxMs: z.number().int(),
    maxBytes: z.number().int(),
    /** most rows that are sent to the model; all of them stay on this computer */
    rowsToModel: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('refused'), problem: displayTextSchema }),
])
export type QueryDetails = z.infer<typeof queryDetailsSchema>
