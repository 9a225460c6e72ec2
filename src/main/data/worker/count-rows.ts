import { type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { compileQuery, engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import type { JobAnswer, JobAsk } from './job'

const countSchema = z.object({ rows: z.number().int() })

/** Counts the rows of a query that passes the sandbox. */
export function countRows({ files, sql }: JobAsk<'count'>): Result<JobAnswer<'count'>> {
  const database = openReadOnly(files)
  try {
    const compiled = compileQuery(database, sql, 1)
    if (!compiled.ok) return compiled
    return success(countSchema.parse(database.get(`SELECT count(*) AS rows FROM (\n${compiled.value.asked}\n)`)))
  } catch (error) {
    return engineRefusal(error)
  } finally {
    database.close()
  }
}
