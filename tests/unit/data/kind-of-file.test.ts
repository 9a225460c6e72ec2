import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kindOfFile } from '../../../src/main/data/sources/kind-of-file'
import { tempFolder } from '../../support/temp-folder'

it('a pipe without a writer is no table: the import does not wait for its first bytes', async () => {
  const pipe = join(tempFolder(), 'orders.csv')
  execFileSync('mkfifo', [pipe])
  expect(await kindOfFile(pipe)).toBe('other')
  expect(await kindOfFile('/dev/zero')).toBe('other')
})

it('a workbook with a password and one in the old format are told apart, and from other compound files, whole or cut', async () => {
  const fixture = (name: string) => join('tests/fixtures/tables', name)
  expect([await kindOfFile(fixture('locked.xlsx')), await kindOfFile(fixture('old.xls'))]).toEqual(['encrypted', 'old-workbook'])
  const locked = readFileSync(fixture('locked.xlsx'))
  const path = join(tempFolder(), 'cut.xlsx')
  for (const bytes of [8, 511, 512, 600, 2_000]) {
    writeFileSync(path, locked.subarray(0, bytes))
    expect(['encrypted', 'other']).toContain(await kindOfFile(path))
  }
  // a directory that follows itself without an end
  const endless = Buffer.alloc(2_048, 0)
  locked.copy(endless, 0, 0, 512)
  endless.writeUInt32LE(0, 0x30)
  endless.writeUInt32LE(1, 0x4c)
  writeFileSync(path, endless)
  expect(await kindOfFile(path)).toBe('other')
})
