import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createExportService, type WritableFile } from '../../../src/main/data/export/export-service'
import { countingIds } from '../../../src/shared/lib/ids'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

const bytes = new Uint8Array([1, 2, 3])

function deskOver(folder: string, create?: (path: string) => Promise<WritableFile>) {
  const desktop = paperDesktop({ choosePlace: (name) => Promise.resolve(join(folder, name)), chooseFolder: () => Promise.resolve(folder) })
  return createExportService({ desktop, newId: countingIds(), locale: () => 'en', ...(create !== undefined && { create }) })
}

async function begun(exports: ReturnType<typeof deskOver>, ...names: readonly string[]) {
  const answer = await exports.begin(names)
  if (answer.kind !== 'place') throw new Error('no place was chosen')
  return answer.files.map(({ exportId }) => exportId)
}

it('a disk that becomes full is reported as such: no part of the file is left, and the old file is complete', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'table.csv'), 'of last week')
  let room = 2
  const exports = deskOver(folder, async (path) => {
    const file = await open(path, 'wx')
    return {
      async writeFile(data) {
        room -= 1
        if (room < 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return file.writeFile(data)
      },
      sync: () => file.sync(),
      close: () => file.close(),
    }
  })
  const [exportId = ''] = await begun(exports, 'table.csv')
  await exports.piece(exportId, bytes)
  await exports.piece(exportId, bytes)
  await expect(exports.piece(exportId, bytes)).rejects.toMatchObject({
    code: 'export-disk-full',
    message: expect.stringContaining('not enough space'),
  })
  expect(readdirSync(folder)).toEqual(['table.csv'])
  expect(readFileSync(join(folder, 'table.csv'), 'utf8')).toBe('of last week')
  expect(() => exports.finish(exportId)).toThrow('no longer being written')
})

it('a file that was created meanwhile is not overwritten', async () => {
  const folder = tempFolder()
  const exports = deskOver(folder)
  const [first = '', second = ''] = await begun(exports, 'one.csv', 'two.csv')
  for (const exportId of [first, second]) await exports.piece(exportId, bytes)
  writeFileSync(join(folder, 'two.csv'), 'mine')
  expect(await exports.finish(first)).toEqual({ fileName: 'one.csv', bytes: 3 })
  await expect(exports.finish(second)).rejects.toMatchObject({ code: 'export-name-taken' })
  expect(readdirSync(folder).sort()).toEqual(['one.csv', 'two.csv'])
  expect(readFileSync(join(folder, 'two.csv'), 'utf8')).toBe('mine')
})

it('a cancelled export, or one cut off by the end of the app, leaves nothing', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'there'))
  const exports = deskOver(folder)
  const [first = '', second = ''] = await begun(exports, 'one.csv', 'two.csv')
  await exports.piece(first, bytes)
  await exports.cancel(first)
  await exports.piece(second, bytes)
  await exports.close()
  expect(readdirSync(folder)).toEqual(['there'])
})
