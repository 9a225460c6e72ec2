import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchModels } from '../../../src/main/models/fetch-models'
import { MODELS_FILE } from '../../../src/main/models/model-list-file'
import type { FaultName } from '../../../src/main/replay/simulator/faults/catalogue'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'
import { paperDesktop } from '../../support/paper-desktop'
import { says, textRecording, words } from '../../support/text-recording'

const KEY = 'AIzaSecretKeyOfTheTest'
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

async function serve(faults: readonly FaultName[] = []): Promise<FixtureServer> {
  const fixture = await bundledFixture('weather')
  const server = await startFixtureServer({ fixture, text: textRecording([words, says('Hi.')]), speed: 50, faults })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  return server
}

async function openApp(settings: object = {}, models: object | null = null, key: string | null = KEY): Promise<InProcessApp> {
  const userDataFolder = await mkdtemp(join(tmpdir(), 'parley-models-'))
  await writeFile(join(userDataFolder, 'settings.json'), JSON.stringify({ version: 1, settings }))
  if (models !== null) await writeFile(join(userDataFolder, MODELS_FILE), JSON.stringify(models))
  const app = await startInProcess({
    fixtures: [],
    environment: key === null ? {} : { GEMINI_API_KEY: key },
    userDataFolder,
    desktop: paperDesktop(),
  })
  cleanups.push(() => app.remove())
  return app
}

const ids = (list: readonly { readonly model: string }[]) => list.map(({ model }) => model)
const notices = (app: InProcessApp) => app.told('notice.shown').filter(({ kind }) => kind === 'model-replaced')

describe('the list of models', () => {
  it('comes from the service with the user’s key, is stored without the key, and has the usable models', async () => {
    const server = await serve()
    const app = await openApp()
    const list = await app.call('models.list', null)
    expect(list).toMatchObject({ origin: 'service', problem: null })
    expect(ids(list.live)).toEqual(['gemini-3.8-live', 'gemini-3.8-live-extended-thinking'])
    expect(ids(list.text).slice(0, 4)).toEqual(['gemini-3.8-flash', 'gemini-4-argon', 'gemini-4-carbon', 'gemini-4-hydrogen'])
    expect(ids(list.text)).not.toContain('gemini-embedding-2')
    expect(ids(list.image)).toEqual(['gemini-nano-banana-2.1', 'gemini-3-pro-image', 'gemini-3.1-flash-lite-image'])
    expect(list.text.find(({ model }) => model === 'gemini-3.7-flash')).toMatchObject({ deprecated: true })
    const kept = await readFile(join(app.userDataFolder, MODELS_FILE), 'utf8')
    expect(kept).toContain('gemini-4-argon')
    expect(kept).not.toContain(KEY)
    expect([server.violations(), server.received()]).toEqual([[], []])
  })

  it.each([
    ['models-forbidden', 'refused'],
    ['models-garbled', 'unreadable'],
    ['models-empty', 'empty'],
  ] as const)('with %s is the built-in one, which says why, and the session works', async (fault, problem) => {
    await serve([fault])
    const app = await openApp()
    const list = await app.call('models.list', null)
    expect(list).toMatchObject({ origin: 'built-in', problem })
    expect([ids(list.live)[0], ids(list.text)[0]]).toEqual(['gemini-3.8-live', 'gemini-3.8-flash'])
    expect(
      [...ids(list.live), ...ids(list.text)].filter((model) => /preview-12|3\.1-flash-live|gemini-2\.5|3\.7-flash/.test(model)),
    ).toEqual([])
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
    expect(notices(app)).toEqual([])
  })

  it('that never comes delays nothing: the app opens, the session works, and it ends at once', async () => {
    await serve(['models-unanswered'])
    const app = await openApp()
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
  })

  it('is requested again with another key and at another address', async () => {
    const server = await serve(['models-forbidden'])
    const other = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 50 })
    cleanups.push(() => other.close())
    const app = await openApp()
    expect(await app.call('models.list', null)).toMatchObject({ problem: 'refused' })
    await app.call('settings.update', { serviceAddress: other.baseUrl })
    expect(await app.call('models.list', null)).toMatchObject({ origin: 'service', problem: null })
    await app.call('settings.update', { serviceAddress: server.baseUrl })
    expect(await app.call('models.list', null)).toMatchObject({ problem: 'refused' })
    await app.call('key.save', { key: `${KEY}-2` })
    expect(await app.call('models.list', null)).toMatchObject({ problem: 'refused' })
  })

  it('is the built-in one without a key, and there is no request', async () => {
    const app = await openApp({}, null, null)
    expect(await app.call('models.list', null)).toMatchObject({ origin: 'built-in', problem: 'no-key', fetchedAt: null })
  })

  it('is read page by page, with the key only in its header', async () => {
    const server = await serve()
    const asked: string[] = []
    const small: typeof fetch = (input, init) => {
      asked.push(String(input))
      return fetch(String(input).replace('pageSize=200', 'pageSize=4'), init)
    }
    const { signal } = new AbortController()
    const whole = await fetchModels({ apiKey: KEY, baseUrl: server.baseUrl, fetch, signal })
    const pages = await fetchModels({ apiKey: KEY, baseUrl: server.baseUrl, fetch: small, signal })
    expect(pages).toEqual(whole)
    expect(asked).toHaveLength(4)
    expect(asked.join()).not.toContain(KEY)
  })
})

describe('a chosen model that is gone', () => {
  it('is replaced by the default with one notice that names both, for both uses at once', async () => {
    await serve()
    const app = await openApp({ model: 'gemini-3.1-flash-live-preview', textModel: 'gemini-2.5-flash' })
    const { settings, notices: shown } = await app.call('app.bootstrap', null)
    expect(settings).toMatchObject({ model: 'gemini-3.8-live', textModel: 'gemini-3.8-flash' })
    expect(shown.filter(({ kind }) => kind === 'model-replaced')).toMatchObject([
      { detail: 'gemini-3.1-flash-live-preview gemini-3.8-live\ngemini-2.5-flash gemini-3.8-flash' },
    ])
    await app.call('models.list', null)
    expect(notices(app)).toHaveLength(1)
  })

  it('and is only a text model is replaced if it was chosen to speak, and the session works', async () => {
    await serve()
    const app = await openApp({ model: 'gemini-3.8-flash' })
    await app.call('models.list', null)
    expect(notices(app)).toMatchObject([{ detail: 'gemini-3.8-flash gemini-3.8-live' }])
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
  })

  it('stays if it is a name that only the user knows, or one that settings describe', async () => {
    await serve()
    const app = await openApp({
      model: 'gemini-9-live',
      liveModels: [{ model: 'gemini-9-live', like: 'gemini-3.8-live' }],
      textModel: 'my-model',
    })
    await app.call('models.list', null)
    const { settings } = await app.call('app.bootstrap', null)
    expect(settings).toMatchObject({ model: 'gemini-9-live', textModel: 'my-model' })
    expect(notices(app)).toEqual([])
  })
})

describe('models.list of the simulator', () => {
  it.each([
    ['without a key', 'models', {}, 403],
    ['with a key that is not valid', 'models', { 'x-goog-api-key': 'invalid-key' }, 400],
    ['with a parameter that does not exist', 'models?page=2', { 'x-goog-api-key': KEY }, 400],
    ['with a token that nobody gave', 'models?pageToken=x', { 'x-goog-api-key': KEY }, 400],
    ['with a size that is no number', 'models?pageSize=many', { 'x-goog-api-key': KEY }, 400],
    ['as it is documented', 'models?pageSize=3&pageToken=', { 'x-goog-api-key': KEY }, 200],
  ])('%s', async (_what, path, headers, status) => {
    const server = await serve()
    expect((await fetch(`${server.baseUrl}/v1beta/${path}`, { headers })).status).toBe(status)
  })
})
