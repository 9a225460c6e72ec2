import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Cipher, secretStore } from '../../src/main/platform/secrets/secret-store'
import { PLAYBACK_RATE } from '../../src/shared/audio/rates'
import { type InProcessApp, type InProcessOptions, startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { bundledFixture } from '../support/fixture-facts'
import { importChosen } from '../support/import-chosen'
import { paperDesktop } from '../support/paper-desktop'
import { smallDisk } from '../support/small-disk'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'
import { tempFolder } from '../support/temp-folder'
import { scriptServer } from '../support/tool-server-rig'

const WAV_HEADER_BYTES = 44
const KEY = 'AIzaSyFullDisk-0123456789_abcdefghijklm'

/** A key store of the system that encrypts nothing. */
const cipher: Cipher = {
  backend: () => Promise.resolve('keyring'),
  encrypt: (text) => Promise.resolve(Buffer.from(text)),
  decrypt: (bytes) => Promise.resolve(Buffer.from(bytes).toString()),
}

/** The app with its data, its secrets and the places that the user chooses on one small disk. */
async function scene(options: Partial<InProcessOptions> = {}) {
  const disk = smallDisk()
  const userDataFolder = join(disk.folder, 'data')
  const csv = join(tempFolder(), 'parcels.csv')
  writeFileSync(csv, 'id,name\n1,Osaka\n2,Nagoya\n')
  const desktop = paperDesktop({
    choosePlace: (name) => Promise.resolve(join(disk.folder, name)),
    chooseFile: () => Promise.resolve(csv),
  })
  const secrets = secretStore(cipher, join(disk.folder, 'data', 'secrets.json'), (what) => expect.unreachable(what))
  const fixtures = [await bundledFixture('weather')]
  const app = await startInProcess({ fixtures, speed: 50, desktop, secrets, userDataFolder, ...options })
  onTestFinished(() => app.remove())
  onTestFinished(disk.free)
  return { app, disk, userDataFolder }
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() && !entry.name.startsWith('ballast') ? [join(entry.parentPath, entry.name)] : []))
    .sort()

async function speak(app: InProcessApp, frames: number): Promise<void> {
  const talk = await beginTalk(app)
  for (let frame = 0; frame < frames; frame++) await sayFrame(app, talk, 40)
  await endTalk(app, talk)
}

test('on a full disk a key, a problem report, a recording, an MCP server and a source are refused in words, leave nothing, and are stored when there is room', async () => {
  const { app, disk } = await scene({ dataFiles: await builtDataFiles() })
  await app.call('settings.update', { recordCalls: true })
  await speak(app, 60)
  // the speech is stored until it is answered, and makes room when it is
  await expect.poll(() => filesIn(disk.folder).filter((name) => name.endsWith('.pcm')), { timeout: 30_000 }).toEqual([])
  // sound is written after a silence
  const written = () => filesIn(disk.folder).filter((name) => name.endsWith('.wav') && statSync(name).size > WAV_HEADER_BYTES)
  await expect.poll(written, { timeout: 30_000 }).toHaveLength(1)
  const { currentConversationId } = await app.call('app.bootstrap', null)
  const conversationId = currentConversationId ?? ''
  const server = { ...scriptServer('notes', ''), on: false, variables: ['NOTES_TOKEN'] }
  const saveServer = (token: string) => app.call('toolServers.save', { server, variables: { NOTES_TOKEN: token } })
  const upload = async () => {
    const { uploadId } = await app.call('source.upload', { fileName: 'sent.csv', bytes: 30 })
    await app.call('source.piece', { uploadId, bytes: new TextEncoder().encode('id,name\n1,Kobe\n') })
    return async () => importChosen(app, await app.call('source.uploaded', { uploadId }))
  }
  const report = async () => {
    const choices = { settings: true, log: true, recordings: [] }
    const { bundleId } = await app.call('diagnostics.collect', { sound: null, choices })
    return app.call('diagnostics.save', { bundleId })
  }
  const state = async () => ({
    key: (await app.call('app.bootstrap', null)).key,
    servers: await app.call('toolServers.list', null),
    sources: (await app.call('source.list', null)).sources,
  })
  // the start of a page lets go of uploads
  const before = await state()
  const finishUpload = await upload()

  disk.fill()
  const files = filesIn(disk.folder)
  /** What was removed after the call before makes no room for this one. */
  const onFullDisk = (call: () => Promise<unknown>): Promise<string> => {
    disk.fill()
    return call().then(
      () => 'done',
      (error: unknown) => String(error),
    )
  }
  expect(await onFullDisk(() => app.call('key.save', { key: KEY }))).toMatch(/^Error: disk-full: There is no space left on the disk/)
  expect(await onFullDisk(report)).toMatch(/^Error: export-not-saved: .*ENOSPC|EFBIG/)
  expect(await onFullDisk(() => app.call('recording.export', { conversationId }))).toMatch(/^Error: export-not-saved: .*ENOSPC|EFBIG/)
  expect(await onFullDisk(() => saveServer('first'))).toMatch(/^Error: disk-full: /)
  expect(await onFullDisk(async () => importChosen(app, await app.call('source.choose', null)))).toMatch(
    /^Error: disk-(?:full|unwritable): /,
  )
  // SQLite reports a limit of the system as a failure to write
  expect(await onFullDisk(finishUpload)).toMatch(/^Error: disk-(?:full|unwritable): /)
  expect(await onFullDisk(upload)).toMatch(/^Error: (?:disk-full|upload-failed): /)
  expect(await state()).toEqual(before)
  await expect.poll(() => filesIn(disk.folder).filter((name) => !files.includes(name))).toEqual([])

  disk.free()
  await report()
  expect(await app.call('recording.export', { conversationId })).toMatchObject({ kind: 'saved' })
  await importChosen(app, await app.call('source.choose', null))
  await (await upload())()
  const ready = async () =>
    (await app.call('source.list', null)).sources.filter(({ state, kind }) => kind === 'csv' && state.kind === 'ready').length
  await expect.poll(ready, { timeout: 30_000 }).toBe(2)
  await saveServer('second')
  expect((await app.call('key.save', { key: KEY })).source).toBe('settings')
  expect((await app.call('toolServers.list', null)).servers.map(({ server: { name } }) => name)).toEqual(['notes'])
})

test('an import that a full disk ends says so, in the list and to a query, and the source can be added again', async () => {
  const { app, disk } = await scene({ dataFiles: await builtDataFiles() })
  const choose = async () => {
    const [chosen = ''] = await importChosen(app, await app.call('source.choose', null))
    return chosen
  }
  const stateOf = async (sourceId: string) =>
    (await app.call('source.list', null)).sources.find((source) => source.sourceId === sourceId)?.state
  const chosen = choose()
  const sourceId = await chosen
  disk.fill()
  await expect.poll(async () => (await stateOf(sourceId))?.kind, { timeout: 30_000 }).not.toBe('importing')
  expect(await stateOf(sourceId)).toMatchObject({ kind: 'failed', problem: { code: 'source-disk-full' } })
  await expect(app.call('source.schema', { sourceId })).rejects.toThrow('not enough disk space')

  disk.free()
  await app.call('source.remove', { sourceId })
  const again = await choose()
  await expect.poll(async () => (await stateOf(again))?.kind, { timeout: 30_000 }).toBe('ready')
  expect((await app.call('source.schema', { sourceId: again })).tables.map(({ name }) => name)).toEqual(['parcels'])
})

test('a recording of sound that a full disk ends says so and stays whole, the talk continues, and it goes on when there is room', async () => {
  const { app, disk, userDataFolder } = await scene()
  await app.call('settings.update', { recordCalls: true })
  await speak(app, 200)
  const { currentConversationId } = await app.call('app.bootstrap', null)
  const conversationId = currentConversationId ?? ''
  const path = join(userDataFolder, 'recordings', `${conversationId}.wav`)
  const seconds = () => {
    const bytes = readFileSync(path)
    // the header says no more than the file holds
    expect(bytes.readUInt32LE(40)).toBeLessThanOrEqual(bytes.length - 44)
    return bytes.readUInt32LE(40) / 4 / PLAYBACK_RATE
  }
  await app.call('recording.export', { conversationId })
  const before = seconds()
  expect(before).toBeGreaterThan(1)

  disk.fill()
  await speak(app, 400)
  await app.until(() => app.told('notice.shown').some(({ kind }) => kind === 'recording-failed'))
  expect(app.told('notice.shown').filter(({ kind }) => kind === 'recording-failed')).toMatchObject([
    { detail: expect.stringMatching(/ENOSPC|EFBIG/) },
  ])
  expect((await app.call('app.bootstrap', null)).settings.recordCalls).toBe(false)
  expect(seconds()).toBeGreaterThanOrEqual(before)

  disk.free()
  await app.call('settings.update', { recordCalls: true })
  await speak(app, 400)
  await app.call('recording.export', { conversationId })
  expect(seconds()).toBeGreaterThan(before + 4)
})
