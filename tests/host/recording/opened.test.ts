import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { safeValidateUIMessages } from 'ai'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Launch } from '../../../src/main/platform/launch'
import { recordingFiles } from '../../../src/main/replay/recording-files'
import { startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { foreignRecordings } from '../../support/foreign-recordings'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

/** The app on a desktop that opens files, with the files that its dialog will choose. */
async function scene() {
  let launch: (one: Launch) => void = () => undefined
  const chosen: string[] = []
  const desktop = paperDesktop({
    onLaunch: (heard) => {
      launch = heard
    },
    chooseFile: () => Promise.resolve(chosen.shift() ?? null),
  })
  const app = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 1000, desktop })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  return {
    app,
    conversationId,
    launch: (one: Launch) => launch(one),
    choose(path: string) {
      chosen.push(path)
      return app.call('fixture.open', { conversationId, title: 'Open', button: 'Open' })
    },
  }
}

type App = Awaited<ReturnType<typeof scene>>['app']

const replaysOf = (app: App) =>
  app.told('conversation.status').flatMap(({ conversationId, replay }) => (replay === null ? [] : [{ conversationId, ...replay }]))

const PIECE = 512 * 1024

async function give(app: App, paths: readonly string[], name = (path: string) => basename(path)): Promise<null> {
  const { uploadId } = await app.call('fixture.giveBegin', null)
  for (const path of paths) {
    const bytes = new Uint8Array(await readFile(path))
    for (let from = 0; from < bytes.byteLength; from += PIECE) {
      await app.call('fixture.givePiece', { uploadId, fileName: name(path), bytes: bytes.slice(from, from + PIECE) })
    }
  }
  return app.call('fixture.giveEnd', { uploadId })
}

describe('a recording that the system opens in the running app', () => {
  it('opens in a conversation of its own, which is shown, and waits there to be watched', async () => {
    const { app, conversationId, launch } = await scene()
    launch({ kind: 'recording', path: resolve('fixtures/greeting.jsonl') })
    await app.until(() => app.told('notice.shown').length > 0)
    const shown = app.told('conversation.list').at(-1)?.currentConversationId
    expect(shown).not.toBe(conversationId)
    expect(replaysOf(app).at(-1)).toMatchObject({ conversationId: shown, fixtureId: 'greeting' })
    expect(app.told('notice.shown')).toMatchObject([{ conversationId: shown, kind: 'recording-opened' }])
    expect(app.told('replay.progress').filter(({ phase }) => phase === 'watching')).toEqual([])
    await app.call('replay.watch', { conversationId: shown ?? '', on: true, fromTurn: 0 })
    await app.until(() => app.told('replay.progress').some(({ phase }) => phase === 'watching'))
    expect(app.told('notice.gone')).toHaveLength(1)
  })

  it('is reported by a notice if it can’t be played, and opens nothing', async () => {
    const { app, launch } = await scene()
    const path = join(tempFolder(), 'broken.jsonl')
    await writeFile(path, '{"format":"parley-fixture"')
    const listed = async () => (await app.call('app.bootstrap', null)).conversations.length
    const before = await listed()
    launch({ kind: 'recording', path })
    await app.until(() => app.told('notice.shown').length > 0)
    expect(app.told('notice.shown')[0]).toMatchObject({ kind: 'fixture-invalid', detail: expect.stringMatching(/^broken\.jsonl: Line 1/) })
    expect(await listed()).toBe(before)
  })
})

describe('files that were dropped on the window', () => {
  it('play with the sound that was dropped with them, and none of them is stored', async () => {
    const { app } = await scene()
    await give(
      app,
      ['.jsonl', '.wav', '-user.wav'].map((end) => `fixtures/payment${end}`),
    )
    expect(replaysOf(app).at(-1)?.fixtureId).toBe('payment')
    expect((await readdir(app.userDataFolder)).filter((name) => name.startsWith('given-recording'))).toEqual([])
  })

  it.each<[string, readonly string[], (path: string) => string, RegExp]>([
    ['without their sound', ['fixtures/payment.jsonl'], basename, /payment-user\.wav can't be read|payment\.wav can't be read/],
    ['without a recording', ['fixtures/payment.wav'], basename, /no recording among these files/],
    ['with a name that leads elsewhere', ['fixtures/payment.jsonl'], () => '../../outside.jsonl', /name is not taken/],
    ['with a hidden name', ['fixtures/payment.jsonl'], () => '.profile.jsonl', /name is not taken/],
  ])('%s are refused with the reason, and none of them is stored', async (_what, paths, name, reason) => {
    const { app } = await scene()
    await expect(give(app, paths, name)).rejects.toThrow(reason)
    expect((await readdir(app.userDataFolder)).filter((one) => one.startsWith('given-recording'))).toEqual([])
    expect(existsSync(join(app.userDataFolder, '..', 'outside.jsonl'))).toBe(false)
  })
})

const header =
  '{"format":"parley-fixture","version":1,"fixtureId":"x","title":{"en":"","ja":""},"prompt":{"en":"","ja":""},"note":{"en":"","ja":""},"protocol":"gemini-live","model":"m"}'
const frame = (audio: string) => `${header}\n{"t":0,"dir":"server","audio":{"file":"${audio}","from":0,"samples":1}}`

it.each<[string, string, RegExp]>([
  ['a line that is no JSON', `${header}\n{"t":`, /bad\.jsonl: Line 2: this is not JSON/],
  ['a path that leaves the folder', frame('../secret.wav'), /bad\.jsonl: Line 2 .*same folder/],
  ['an absolute path', frame('/etc/secret.wav'), /bad\.jsonl: Line 2 .*same folder/],
  ['its sound missing', frame('gone.wav'), /gone\.wav can't be read/],
  ['another version', header.replace('"version":1', '"version":9'), /format version 9/],
  ['a line of more than 32 MB', `${header}\n"${'x'.repeat(33 * 1024 * 1024)}"`, /Line 2 is longer than 32 MB/],
  ['nothing in it', '', /it is empty/],
])('the app’s dialog refuses a recording with %s: which line and why, and the conversation is unchanged', async (_what, text, reason) => {
  const { app, choose } = await scene()
  const folder = join(tempFolder(), 'inside')
  await mkdir(folder)
  await writeFile(join(folder, 'bad.jsonl'), text)
  const before = replaysOf(app).length
  await expect(choose(join(folder, 'bad.jsonl'))).rejects.toThrow(reason)
  expect(replaysOf(app)).toHaveLength(before)
  expect(await readdir(folder)).toEqual(['bad.jsonl'])
})

it.each(foreignRecordings)(
  'logs and baselines of other programs in %s open in the app as valid conversations, with a note about corrections',
  async (folder) => {
    const { app, conversationId, choose } = await scene()
    for (const file of await recordingFiles(folder)) {
      const notes = app.told('notice.shown').length
      expect(await choose(file)).toEqual({ opened: true })
      const shown = app.told('conversation.list').at(-1)?.currentConversationId ?? ''
      expect(shown).not.toBe(conversationId)
      const { messages, summary } = await app.call('conversation.open', { conversationId: shown })
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
      expect(summary.title).toBe(basename(file).replace(/\.jsonl?$/, ''))
      const valid = await safeValidateUIMessages({ messages: structuredClone(messages) as never })
      expect(valid.success ? null : `${file}: ${valid.error.message}`).toBe(null)
      for (const note of app.told('notice.shown').slice(notes)) {
        expect(note).toMatchObject({ kind: 'recording-mended', detail: expect.stringContaining(basename(file)) })
      }
    }
    expect(app.told('notice.shown').length).toBeGreaterThan(0)
  },
)
