import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { takeDataFolder } from '../../src/main/platform/headless/data-folder'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { tempFolder } from '../support/temp-folder'

/** What users other than the owner may read of a folder, by path. */
function readable(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => relative(folder, path))
}

/** A folder that everybody may read, as `mkdir` makes it. */
function openFolder(...files: readonly string[]): string {
  const folder = join(tempFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  for (const name of files) writeFileSync(join(folder, name), 'the user’s own', { mode: 0o644 })
  return folder
}

describe('in a data folder that others may look into', () => {
  it('everything that Parley writes in its first run is only for the user: database, its log, backups and recordings', async () => {
    const folder = openFolder('notes.txt')
    const taken = takeDataFolder(folder)
    onTestFinished(() => taken.release())
    const app = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 1000, userDataFolder: folder })
    onTestFinished(() => app.remove())
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('settings.update', { recordCalls: true })
    await app.call('text.send', { conversationId, text: 'Hello.', attachmentIds: [] })
    await app.until(() => app.told('conversation.status').at(-1)?.activity === 'idle')
    await app.call('backup.make', null)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['parley.db', 'parley.db-wal', 'in-use.lock', 'backups']))
    expect(readable(folder)).toEqual(['notes.txt'])
  })

  it('what an earlier version left readable is closed at the next start', async () => {
    const folder = openFolder()
    const first = await startInProcess({ fixtures: [], userDataFolder: folder })
    await first.call('conversation.create', null)
    await first.stop()
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'parley.db'), 0o644)
    const again = await startInProcess({ fixtures: [], userDataFolder: folder })
    onTestFinished(() => again.remove())
    await again.call('conversation.create', null)
    expect(readable(folder)).toEqual([])
  })

  it('an empty folder is closed to others; one with other content keeps its rights, and a message says so', () => {
    const empty = openFolder()
    const taken = takeDataFolder(empty)
    expect(statSync(empty).mode & 0o777).toBe(0o700)
    expect(taken.openToOthers).toBe(false)
    taken.release()

    const used = openFolder('notes.txt')
    const shared = takeDataFolder(used)
    expect(statSync(used).mode & 0o777).toBe(0o755)
    expect(shared.openToOthers).toBe(true)
    shared.release()
  })
})
