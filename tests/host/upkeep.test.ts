import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { tempFolder } from '../support/temp-folder'

let app: InProcessApp | null = null
afterEach(async () => {
  await app?.stop()
  app = null
})

const crashes = () => app?.told('notice.shown').filter(({ kind }) => kind === 'crashed') ?? []

it('crash reports are reported once each, shown in their folder, and deleted when the user wants', async () => {
  const userDataFolder = tempFolder()
  const folder = join(userDataFolder, 'Crashpad', 'completed')
  mkdirSync(folder, { recursive: true })
  const crash = (name: string, seconds: number): void => {
    writeFileSync(join(folder, name), 'MDMP')
    utimesSync(join(folder, name), seconds, seconds)
  }
  const shown: string[] = []
  const desktop = paperDesktop({ showInFolder: async (path: string) => void shown.push(path) })
  const open = async (): Promise<InProcessApp> => {
    app = await startInProcess({ fixtures: [await bundledFixture('weather')], userDataFolder, desktop })
    await app.call('app.bootstrap', null)
    return app
  }

  crash('older.dmp', 1000)
  crash('newer.dmp', 2000)
  writeFileSync(join(folder, 'older.meta'), 'not a report')
  const first = await open()
  await first.until(() => crashes().length === 1)
  expect(crashes()[0]?.detail).toBe('completed/newer.dmp, completed/older.dmp')
  expect(await first.call('crashes.list', null)).toEqual({
    reports: [
      { name: 'completed/newer.dmp', at: 2_000_000, bytes: 4 },
      { name: 'completed/older.dmp', at: 1_000_000, bytes: 4 },
    ],
  })
  await first.call('crashes.show', null)
  expect(shown).toEqual([join(folder, 'newer.dmp')])
  await first.stop()

  const second = await open()
  // the page crashes: it opens again, and there is one more report
  crash('newest.dmp', 3000)
  await second.call('app.bootstrap', null)
  await second.until(() => crashes().length === 1)
  expect(crashes()[0]?.detail).toBe('completed/newest.dmp')
  expect(await second.call('crashes.remove', null)).toEqual({ reports: [] })
  expect(second.told('notice.gone')).toHaveLength(1)
})
