import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFile } from '../../../src/main/storage/database/check-file'
import { openSqlDatabase } from '../../../src/main/storage/database/sql-database'
import { tempFolder } from '../../support/temp-folder'

/** A file of some megabytes. */
function largeFile(): string {
  const file = join(tempFolder(), 'large.db')
  const database = openSqlDatabase(file)
  database.script('CREATE TABLE texts (text TEXT); CREATE INDEX of_texts ON texts (text)')
  database.script(
    'INSERT INTO texts WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT hex(randomblob(60)) FROM n',
  )
  database.close()
  return file
}

test('other work goes on while a large file is checked', async () => {
  const checking = checkFile(largeFile())
  let turns = 0
  let isDone = false
  void checking.finally(() => {
    isDone = true
  })
  while (!isDone) {
    turns += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await checking).toBe('ok')
  // a check in the main thread takes a turn for each of its three statements
  expect(turns).toBeGreaterThan(20)
})

test('a file that was cut off, and one that is no database, are refused', async () => {
  const cut = largeFile()
  truncateSync(cut, 1_000_000)
  await expect(checkFile(cut)).rejects.toThrow()
  const text = join(tempFolder(), 'text.db')
  writeFileSync(text, 'some text that is no database, and long enough to be read as its head: '.repeat(20))
  await expect(checkFile(text)).rejects.toThrow()
})
