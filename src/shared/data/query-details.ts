import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { localizedSchema } from '../text/localized'

/** A piece of a formatted query; all pieces together are its text. */
export const sqlTokenSchema = z.strictObject({
  text: z.string(),
  kind: z.enum(['keyword', 'function', 'string', 'number', 'comment', 'plain']),
})
export type SqlToken = z.infer<typeof sqlTokenSchema>

/** What a card says about a query before it runs; `problem` says why it would be refused. */
export const queryDetailsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fits'),
    /** the query as it will run, laid out, with the limit that holds */
    sql: z.string(),
    tokens: z.array(sqlTokenSchema),
    /** what stands beside the query in the call */
    reason: z.string(),
    source: z.string(),
    /** when the copy was made that will be read */
    copiedAt: z.number().nullable(),
    tables: z.array(z.strictObject({ name: z.string(), rows: z.number().int().nullable() })),
    /** how the engine goes about it, one sentence for each step */
    plan: z.array(localizedSchema),
    /** rows of the tables that are read from end to end, and of all; null where unknown */
    readsRows: z.number().int().nullable(),
    ofRows: z.number().int().nullable(),
    /** how many rows will come out, about; null where that can't be told */
    returnsRows: z.number().int().nullable(),
    /** never more rows than this, whatever the query says */
    maxRows: z.number().int(),
    maxMs: z.number().int(),
    maxBytes: z.number().int(),
    /** how many rows the model gets to see at most; all of them stay on this machine */
    rowsToModel: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('refused'), problem: displayTextSchema }),
])
export type QueryDetails = z.infer<typeof queryDetailsSchema>
