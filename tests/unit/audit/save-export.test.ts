import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nodeFiles } from '../../../src/main/lib/files'
import { saveExport } from '../../../src/main/storage/save-export'
import { tempFolder } from '../../support/temp-folder'

const trail = { fileName: 'trail.json', text: '{"entries":[]}\n' }

it('is handed to the page if there is no dialog', async () => {
  expect(await saveExport(trail, { desktop: null, files: nodeFiles })).toEqual({ kind: 'text', ...trail })
})

it('is written where the user chooses, under that name', async () => {
  const folder = tempFolder()
  const desktop = { choosePlace: async (fileName: string) => join(folder, `my ${fileName}`) }
  expect(await saveExport(trail, { desktop, files: nodeFiles })).toEqual({ kind: 'saved', fileName: 'my trail.json' })
  expect(await readFile(join(folder, 'my trail.json'), 'utf8')).toBe(trail.text)
})

it('is written nowhere when the dialog is closed', async () => {
  const folder = tempFolder()
  expect(await saveExport(trail, { desktop: { choosePlace: async () => null }, files: nodeFiles })).toEqual({ kind: 'cancelled' })
  expect(await readdir(folder)).toEqual([])
})

it('reports an unwritable place, and leaves nothing half written', async () => {
  const folder = tempFolder()
  const desktop = { choosePlace: async () => join(folder, 'missing', 'trail.json') }
  await expect(saveExport(trail, { desktop, files: nodeFiles })).rejects.toMatchObject({ code: 'export-not-saved' })
  expect(await readdir(folder)).toEqual([])
})
