import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test, vi } from 'vitest'
import { startDailyBackups } from '../../../src/main/history/daily-backups'
import { atOnce } from '../../../src/main/lib/in-slices'
import { MAX_BACKUPS, openBackups } from '../../../src/main/storage/database/backups'
import { APPLICATION_ID, migrations } from '../../../src/main/storage/database/migrations'
import { openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { previewBackup, restoreBackup } from '../../../src/main/storage/database/restore-backup'
import type { Store } from '../../../src/main/storage/database/store'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'
import { filesHolding } from '../../support/files-holding'
import { keepPayment } from '../../support/stored-worlds'
import { tempFolder } from '../../support/temp-folder'

vi.setConfig({ testTimeout: 60_000 })

const DAY_MS = 86_400_000

function open(folder: string, clock: FakeClock): { readonly store: Store; readonly setAside: string | null } {
  const opened = openStore(folder, { clock, unreadable: (table, id) => expect.unreachable(`${table} ${id}`) })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** A folder whose store is large enough to have many pages. */
function world() {
  const folder = tempFolder()
  const clock = createFakeClock(Date.UTC(2026, 10, 27, 9))
  const { store } = open(folder, clock)
  for (const id of ['first', 'second']) {
    store.conversations.create(id, id)
    for (let number = 0; number < 40; number += 1) {
      store.messages.save(id, `turn-${number}`, {
        id: `m-${number}`,
        role: 'user',
        parts: [{ type: 'text', text: `${id} 請求書 `.repeat(60) }],
      })
    }
  }
  keepPayment(store, clock, 'first', 'call-1')
  store.wallet.pay({
    paymentId: 'payment-1',
    toolCallId: 'call-1',
    inputHash: 'hash',
    accountId: '4417',
    recipient: 'Hoshino Print',
    amountMinor: 300,
    currency: 'JPY',
    reference: '',
    payOn: '2026-11-27',
    paidAt: clock.now(),
  })
  store.toolDefaults.set('get_weather', 'ask')
  return { folder, clock, store, backups: openBackups(folder, store, clock) }
}

describe('backups', () => {
  test('the newest seven are kept, each with its number of conversations', async () => {
    const { clock, store, backups } = world()
    for (let day = 0; day < MAX_BACKUPS + 3; day += 1) {
      clock.advance(DAY_MS)
      store.conversations.create(`day-${day}`, '')
      backups.make()
    }
    expect(await backups.list()).toHaveLength(7)
    expect((await backups.list()).map(({ conversations }) => conversations)).toEqual([12, 11, 10, 9, 8, 7, 6])
    expect((await backups.list())[0]?.at).toBe(clock.now())
    expect(backups.newest()).toBe(clock.now())
  })

  test('one is made every day that Parley runs, not while somebody talks, and never of an empty store', async () => {
    const { clock, backups } = world()
    let busy = true
    let worthIt = true
    const daily = startDailyBackups({
      clock,
      backups,
      isBusy: () => busy,
      isWorthIt: () => worthIt,
      report: (error) => expect.unreachable(String(error)),
    })
    clock.advance(3 * 3_600_000)
    expect(await backups.list()).toHaveLength(0)
    busy = false
    clock.advance(60_000)
    expect(await backups.list()).toHaveLength(1)
    clock.advance(DAY_MS - 3_600_000)
    expect(await backups.list()).toHaveLength(1)
    clock.advance(2 * 3_600_000)
    expect(await backups.list()).toHaveLength(2)
    worthIt = false
    clock.advance(2 * DAY_MS)
    expect(await backups.list()).toHaveLength(2)
    daily.dispose()
    expect(clock.pending()).toBe(0)
  })

  test('erased data is removed from the backups too, and nothing else', async () => {
    const { folder, store, backups } = world()
    backups.make()
    store.messages.save('first', 'turn-x', { id: 'x', role: 'user', parts: [{ type: 'text', text: 'the canary 歌う' }] })
    backups.make()
    expect(filesHolding(join(folder, 'backups'), 'the canary 歌う')).toHaveLength(1)
    backups.erase('first')
    expect(filesHolding(join(folder, 'backups'), 'the canary 歌う')).toEqual([])
    expect((await backups.list()).map(({ conversations }) => conversations)).toEqual([1])
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })

  test('a copy from which it can’t be removed is deleted', async () => {
    const { folder, backups } = world()
    backups.make()
    const [{ name } = { name: '' }] = await backups.list()
    truncateSync(join(folder, 'backups', name), 5000)
    backups.erase('first')
    expect(await backups.list()).toEqual([])
  })

  test('an older file is copied unchanged before its upgrade', async () => {
    const folder = tempFolder()
    const clock = createFakeClock(Date.UTC(2026, 10, 27, 9))
    const older = migrations.length - 1
    const file = new Database(join(folder, STORE_FILE))
    for (const step of migrations.slice(0, older)) file.exec(step)
    file.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${older}`)
    file.exec("INSERT INTO conversations (conversationId, title, createdAt, updatedAt) VALUES ('first', '', 1, 1), ('second', '', 1, 1)")
    file.close()
    const { store: upgraded } = open(folder, clock)
    const backups = openBackups(folder, upgraded, clock)
    expect(await backups.list()).toMatchObject([{ conversations: 2 }])
    const [{ name } = { name: '' }] = await backups.list()
    const copy = new Database(join(folder, 'backups', name))
    expect(copy.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: older })
    copy.close()
    expect(await backups.read(name, (backup) => previewBackup(backup, upgraded))).toEqual({
      ok: true,
      value: { conversations: 2, missing: 0 },
    })
    upgraded.close()
  })
})

describe('a damaged file', () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['with a zeroed header', (path) => overwrite(path, 0, Buffer.alloc(100))],
    ['whose pages were flipped', (path) => flipPages(path)],
    ['that was cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096 + 100)],
    ['that is not a database any more', (path) => writeFileSync(path, 'Not a database. '.repeat(1000))],
  ]

  test.each(damages)('%s is kept unchanged, and everything is restored from the newest intact backup', async (_, damage) => {
    const { folder, clock, store, backups } = world()
    backups.make()
    clock.advance(DAY_MS)
    store.conversations.create('third', 'third')
    backups.make()
    clock.advance(DAY_MS)
    backups.make()
    const before = ['first', 'second', 'third'].map((id) => store.archive.read(id))
    const trail = store.audit.readable(0, 99)
    store.close()
    const [{ name: newest } = { name: '' }] = await backups.list()
    truncateSync(join(folder, 'backups', newest), 9000)
    damage(join(folder, STORE_FILE))
    const damaged = readFileSync(join(folder, STORE_FILE))

    const { store: fresh, setAside } = open(folder, clock)
    expect(readFileSync(join(folder, setAside ?? ''))).toEqual(damaged)
    const offered = openBackups(folder, fresh, clock)
    const good = (await offered.list()).find(({ conversations }) => conversations !== null)
    expect((await offered.list()).map(({ conversations }) => conversations)).toEqual([null, 3, 2])
    fresh.conversations.create('since', 'since')
    expect(await offered.read(good?.name ?? '', (backup) => previewBackup(backup, fresh))).toEqual({
      ok: true,
      value: { conversations: 3, missing: 3 },
    })
    expect(await offered.read(good?.name ?? '', (backup, file) => atOnce(restoreBackup(backup, file, fresh, () => undefined)))).toEqual({
      ok: true,
      value: 3,
    })
    expect(['first', 'second', 'third'].map((id) => fresh.archive.read(id))).toEqual(before)
    expect(fresh.conversations.get('since')).not.toBeNull()
    expect(fresh.audit.readable(0, 99)).toEqual(trail)
    expect(fresh.wallet.payments()).toHaveLength(1)
    expect(fresh.wallet.accounts()).toContainEqual(expect.objectContaining({ accountId: '4417', balanceMinor: 1_249_700 }))
    expect(fresh.toolDefaults.get('get_weather')).toBe('ask')
    expect(fresh.search.messages(['請求書'], 99, 99)).toHaveLength(80)
    // a second restore has nothing left to do
    expect(await offered.read(good?.name ?? '', (backup, file) => atOnce(restoreBackup(backup, file, fresh, () => undefined)))).toEqual({
      ok: true,
      value: 0,
    })
    fresh.close()
    expect(existsSync(join(folder, setAside ?? ''))).toBe(true)
  })

  test('a damaged or missing backup is refused with a message, and changes nothing', async () => {
    const { folder, store, backups } = world()
    backups.make()
    const [{ name } = { name: '' }] = await backups.list()
    flipPages(join(folder, 'backups', name))
    expect(await backups.read(name, () => 1)).toMatchObject({ ok: false, error: { code: 'backup-damaged' } })
    expect(await backups.read('../parley.db', () => 1)).toMatchObject({ ok: false, error: { code: 'backup-gone' } })
    expect(readdirSync(join(folder, 'backups'))).toEqual([name])
    store.close()
  })

  test('a copy that was being read when the process ended is removed at the next start', async () => {
    const { folder, clock, store, backups } = world()
    backups.make()
    writeFileSync(join(folder, 'backups', 'reading-1.db'), 'a copy')
    expect(await openBackups(folder, store, clock).list()).toHaveLength(1)
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
    store.close()
  })
})

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.byteLength, at)
  closeSync(file)
}

/** Inverts every bit of each third page but the first. */
function flipPages(path: string): void {
  const bytes = readFileSync(path)
  for (let page = 4096; page < bytes.byteLength; page += 3 * 4096) {
    for (let at = page; at < page + 4096; at += 1) bytes[at] = ~(bytes[at] ?? 0)
  }
  writeFileSync(path, bytes)
}
