import { execFileSync } from 'node:child_process'
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
