import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Files, nodeFiles } from '../../../src/main/lib/files'
import { openSettingsFile, SETTINGS_BACKUP, SETTINGS_FILE } from '../../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import { createFakeClock } from '../../support/fake-clock'
import { faultyFiles } from '../../support/faulty-files'
import { tempFolder } from '../../support/temp-folder'

const open = (folder: string, files: Files = nodeFiles) =>
  openSettingsFile({ folder, files, clock: createFakeClock(), report: (error) => expect.unreachable(String(error)) })
const textOf = (folder: string, name = SETTINGS_FILE) => readFileSync(join(folder, name), 'utf8')
const damagedIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'))

/** A folder whose settings file has this text. */
function folderWith(text: string): string {
  const folder = tempFolder()
  writeFileSync(join(folder, SETTINGS_FILE), text)
  return folder
}

describe('settings', () => {
  test('begin with the defaults, and write nothing until something changes', async () => {
    const folder = tempFolder()
    const settings = await open(folder)
    expect(settings.current()).toEqual(defaultSettings)
    expect(settings.problem).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  test('are there after the next start', async () => {
    const folder = tempFolder()
    const changed = await (await open(folder)).update({ theme: 'dark', voice: 'Puck' })
    expect(changed).toMatchObject({ ok: true, value: { theme: 'dark' } })
    expect((await open(folder)).current()).toEqual({ ...defaultSettings, theme: 'dark', voice: 'Puck' })
  })

  test('keep the names in the file that older versions know', async () => {
    const folder = folderWith(JSON.stringify({ version: 1, settings: { typedWords: 'text' } }))
    const settings = await open(folder)
    expect(settings.current().replyModality).toBe('text')
    await settings.update({ theme: 'dark' })
    expect(JSON.parse(textOf(folder)).settings).toMatchObject({ typedWords: 'text', theme: 'dark' })
    expect(textOf(folder)).not.toContain('replyModality')
  })

  test('are in a file that only the user can read, with its previous content next to it', async () => {
    const folder = tempFolder()
    const settings = await open(folder)
    await settings.update({ theme: 'dark' })
    await settings.update({ theme: 'light' })
    expect(statSync(join(folder, SETTINGS_FILE)).mode & 0o077).toBe(0)
    expect(JSON.parse(textOf(folder, SETTINGS_BACKUP))).toMatchObject({ version: 1, settings: { theme: 'dark' } })
    expect(readdirSync(folder).sort()).toEqual([SETTINGS_BACKUP, SETTINGS_FILE])
  })

  test('that change many times at once end with the last value of each', async () => {
    const folder = tempFolder()
    const settings = await open(folder)
    await Promise.all(
      [...Array(20).keys()].map((step) => settings.update(step % 2 === 0 ? { volume: step / 20 } : { approvalSeconds: 60 + step })),
    )
    expect(JSON.parse(textOf(folder))).toMatchObject({ settings: { volume: 0.9, approvalSeconds: 79 } })
  })

  test('that are undefined in a change do not change', async () => {
    const settings = await open(tempFolder())
    await settings.update({ theme: undefined, voice: 'Puck' })
    expect(settings.current()).toEqual({ ...defaultSettings, voice: 'Puck' })
  })

  test('of a file without a version count as written by hand', async () => {
    const folder = folderWith('\uFEFF{"theme":"dark"}')
    const settings = await open(folder)
    expect(settings.current()).toEqual({ ...defaultSettings, theme: 'dark' })
    expect(settings.problem).toBeNull()
    await settings.update({ language: 'ja' })
    expect(JSON.parse(textOf(folder))).toMatchObject({ version: 1, settings: { theme: 'dark', language: 'ja' } })
  })

  test('missing in a file have their defaults', async () => {
    const settings = await open(folderWith('{"version":1,"settings":{"voice":"Puck"}}'))
    expect(settings.current()).toEqual({ ...defaultSettings, voice: 'Puck' })
  })
})

describe('a change of the settings', () => {
  test('is reported once to every listener, with the previous values, whoever made it', async () => {
    const settings = await open(tempFolder())
    const heard: string[] = []
    settings.onChange((after, before) => void heard.push(`first ${before.theme} ${after.theme}`))
    settings.onChange((after) => void heard.push(`second ${after.theme}`))
    await settings.update({ theme: 'dark' })
    expect(heard).toEqual(['first system dark', 'second dark'])
  })

  test('that changes no value is not reported', async () => {
    const settings = await open(tempFolder())
    settings.onChange(() => expect.unreachable('nothing changed'))
    const { hotkeys, theme } = settings.current()
    expect(await settings.update({ theme, hotkeys: structuredClone(hotkeys) })).toMatchObject({ ok: true })
  })

  test('is reported even if it can’t be saved', async () => {
    const folder = tempFolder()
    const settings = await open(folder, faultyFiles(nodeFiles, { on: new Set(['writeDurably']), code: 'ENOSPC' }))
    const heard: string[] = []
    settings.onChange(({ theme }) => void heard.push(theme))
    expect(await settings.update({ theme: 'dark' })).toMatchObject({ ok: false, error: { code: 'settings-not-saved' } })
    expect(heard).toEqual(['dark'])
    expect(settings.current().theme).toBe('dark')
  })

  test('is complete only when every listener has followed it', async () => {
    const settings = await open(tempFolder())
    let follow = (): void => undefined
    let over = false
    settings.onChange(() => new Promise<void>((resolve) => (follow = resolve)))
    const updated = settings.update({ theme: 'dark' }).then(() => (over = true))
    await open(tempFolder())
    expect(over).toBe(false)
    follow()
    await updated
    expect(over).toBe(true)
  })

  test('reaches the other listeners if one fails, and the failure is reported', async () => {
    const reported: unknown[] = []
    const settings = await openSettingsFile({
      folder: tempFolder(),
      files: nodeFiles,
      clock: createFakeClock(),
      report: (error) => void reported.push(error),
    })
    const heard: string[] = []
    settings.onChange(() => {
      throw new Error('thrown')
    })
    settings.onChange(() => Promise.reject(new Error('rejected')))
    settings.onChange(({ theme }) => void heard.push(theme))
    expect(await settings.update({ theme: 'dark' })).toMatchObject({ ok: true })
    expect(heard).toEqual(['dark'])
    expect(reported).toEqual([new Error('thrown'), new Error('rejected')])
  })

  test('is not reported to a removed listener', async () => {
    const settings = await open(tempFolder())
    settings.onChange(() => expect.unreachable('taken off')).dispose()
    await settings.update({ theme: 'dark' })
  })
})

describe('a damaged settings file is kept and reported', () => {
  test.each([
    ['cut off', '{"version":1,"settings":{"theme":"da'],
    ['empty', ''],
    ['of another shape', '[1,2,3]'],
    ['with a version that is none', '{"version":"one","settings":{}}'],
    ['of zeros', '\0'.repeat(300)],
  ])('%s', async (_, text) => {
    const folder = folderWith(text)
    const settings = await open(folder)
    // existing settings mean that the first run is done
    expect(settings.current()).toEqual({ ...defaultSettings, setUp: 'done' })
    expect(settings.problem).toMatchObject({ code: 'settings-damaged' })
    expect(damagedIn(folder).map((name) => textOf(folder, name))).toEqual([text])
    expect(existsSync(join(folder, SETTINGS_FILE))).toBe(false)
  })

  test('with one bad value, and the other settings stay', async () => {
    const text = '{"version":1,"settings":{"theme":"neon","voice":"Puck","colour":"red"}}'
    const folder = folderWith(text)
    const settings = await open(folder)
    expect(settings.current()).toEqual({ ...defaultSettings, voice: 'Puck' })
    expect(settings.problem?.message).toContain('theme')
    expect(settings.problem?.message).toContain('colour')
    expect(damagedIn(folder).map((name) => textOf(folder, name))).toEqual([text])
  })

  test('and its backup is used if it is unreadable', async () => {
    const folder = tempFolder()
    const before = await open(folder)
    await before.update({ theme: 'dark' })
    await before.update({ voice: 'Puck' })
    writeFileSync(join(folder, SETTINGS_FILE), '')
    const settings = await open(folder)
    expect(settings.current()).toEqual({ ...defaultSettings, theme: 'dark' })
  })

  test('and if it can’t be moved, it is not overwritten', async () => {
    const folder = folderWith('{"version":1,"sett')
    const settings = await open(folder, faultyFiles(nodeFiles, { on: new Set(['rename'] as const), code: 'EPERM' }))
    expect(await settings.update({ theme: 'dark' })).toMatchObject({ ok: false, error: { code: 'settings-not-saved' } })
    expect(settings.current().theme).toBe('dark')
    expect(textOf(folder)).toBe('{"version":1,"sett')
  })
})

describe('a settings file is left unchanged', () => {
  test('when a newer Parley wrote it', async () => {
    const text = '{"version":99,"settings":{"theme":"aurora"}}'
    const folder = folderWith(text)
    const settings = await open(folder)
    expect(settings.problem).toMatchObject({ code: 'settings-newer' })
    expect(settings.current()).toEqual({ ...defaultSettings, setUp: 'done' })
    expect(await settings.update({ theme: 'dark' })).toMatchObject({ ok: false, error: { code: 'settings-not-saved' } })
    expect(settings.current().theme).toBe('dark')
    expect(textOf(folder)).toBe(text)
  })

  test('when it can’t be read', async () => {
    const text = '{"version":1,"settings":{"theme":"dark"}}'
    const folder = folderWith(text)
    const settings = await open(folder, faultyFiles(nodeFiles, { on: new Set(['read'] as const), code: 'EACCES' }))
    expect(settings.problem).toMatchObject({ code: 'settings-unreadable', message: expect.stringContaining('EACCES') })
    await settings.update({ voice: 'Puck' })
    expect(textOf(folder)).toBe(text)
  })

  test('when there is a folder in its place', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, SETTINGS_FILE, 'inside'), { recursive: true })
    const settings = await open(folder)
    expect(settings.problem).toMatchObject({ code: 'settings-unreadable' })
    await settings.update({ voice: 'Puck' })
    expect(existsSync(join(folder, SETTINGS_FILE, 'inside'))).toBe(true)
  })

  test.each([
    ['the disk is full', 'writeDurably', 'ENOSPC'],
    ['the new file can’t take its place', 'rename', 'EACCES'],
  ] as const)('when %s, and the change holds until quit', async (_, call, code) => {
    const folder = tempFolder()
    await (await open(folder)).update({ theme: 'dark' })
    const before = textOf(folder)
    const settings = await open(folder, faultyFiles(nodeFiles, { on: new Set([call]), code }))
    expect(await settings.update({ voice: 'Puck' })).toMatchObject({ ok: false, error: { message: expect.stringContaining(code) } })
    expect(settings.current()).toMatchObject({ theme: 'dark', voice: 'Puck' })
    expect(textOf(folder)).toBe(before)
    expect(readdirSync(folder)).toEqual([SETTINGS_FILE])
  })
})
