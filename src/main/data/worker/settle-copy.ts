import { failure, type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { engineRefusal } from '../sandbox/compile'
import { openDatabase } from '../sandbox/own-engine'
import type { JobAnswer, JobAsk } from './job'
import { readSchema } from './read-schema'

const checkSchema = z.object({ quick_check: z.string() })

/** Brings a fresh copy to one file: what stands in a log beside it is written into it, and the whole is checked. */
export function settleCopy({ file }: JobAsk<'settle'>): Result<JobAnswer<'settle'>> {
  const database = openDatabase(file, { fileMustExist: true })
  try {
    // alone with its file the engine needs no shared memory for the log
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA trusted_schema = OFF')
    database.all('PRAGMA journal_mode = DELETE')
    const check = checkSchema.safeParse(database.get('PRAGMA quick_check(1)')).data?.quick_check ?? ''
    if (check !== 'ok') return failure('source-damaged', check)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    if (/not a database|encrypted/i.test(reason)) return failure('source-not-database', reason)
    if (/malformed|corrupt|disk I\/O/i.test(reason)) return failure('source-damaged', reason)
    return engineRefusal(error)
  } finally {
    database.close()
  }
  const schema = readSchema({ file })
  return schema.ok ? success({ tables: schema.value.tables.map(({ name, rows }) => ({ name, rows })) }) : schema
}
