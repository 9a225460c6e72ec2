import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCommandPath } from '../../../src/main/servers/command-path'
import { tempFolder } from '../../support/temp-folder'

it('a command that the user installs after it was not found is found at the next start; the login shell is asked no more than needed', async () => {
  const folder = tempFolder()
  let asked = 0
  const { find } = createCommandPath({ PATH: '/nowhere' }, () => {
    asked += 1
    return Promise.resolve(asked === 1 ? '/elsewhere' : `/elsewhere:${folder}`)
  })
  expect(await find('notes-server')).toEqual({ found: false, path: '/elsewhere' })
  const file = join(folder, 'notes-server')
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  for (let start = 0; start < 2; start += 1) expect(await find('notes-server')).toEqual({ found: true, path: `/elsewhere:${folder}` })
  expect(asked).toBe(2)
})
