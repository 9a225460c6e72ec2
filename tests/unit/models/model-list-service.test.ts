import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nodeFiles } from '../../../src/main/lib/files'
import { type ModelChanges, openModelList } from '../../../src/main/models/model-list-service'
import { defaultModels } from '../../../src/shared/models/known-models'
import { createFakeClock } from '../../support/fake-clock'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const listed = (name: string, method: string) => ({ name: `models/${name}`, supportedGenerationMethods: [method] })
const spoken = listed('gemini-3.8-live', 'bidiGenerateContent')
const written = listed('gemini-3.8-flash', 'generateContent')

/** `broken`: the next request fails, and the one after it is answered. */
type Served = readonly object[] | 'silent' | 'broken'

/** The list with a service that replies as a test says, and takes a tenth of a second for it. */
async function open(first: Served, chosen = { model: 'gemini-3.8-live', textModel: 'gemini-3.8-flash' }) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-model-list-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const clock = createFakeClock()
  let models = first
  let key: string | null = 'first-key'
  let serviceAddress = ''
  const asked: { readonly url: string; readonly key: string | null }[] = []
  const replaced: ModelChanges[] = []
  const answer: typeof fetch = async (input, init) => {
    asked.push({ url: String(input), key: new Headers(init?.headers).get('x-goog-api-key') })
    clock.advance(100)
    if (models === 'silent') throw new TypeError('fetch failed')
    if (models === 'broken') {
      models = [spoken, written]
      throw new TypeError('fetch failed')
    }
    return new Response(JSON.stringify({ models }))
  }
  const service = await openModelList({
    folder,
    files: nodeFiles,
    clock,
    fetch: answer,
    defaultAddress: 'https://default.test/',
    settings: () => ({ ...chosen, imageModel: defaultModels.image, liveModels: [], serviceAddress }),
    key: () => key,
    replace: async (changes) => void replaced.push(changes),
    report: (error) => {
      throw error
    },
  })
  onTestFinished(() => service.close())
  return {
    service,
    clock,
    asked,
    replaced,
    list: service.list,
    serve: (next: Served) => {
      models = next
    },
    changeKey(next: string | null) {
      key = next
      service.sourceChanged()
    },
    changeAddress(next: string) {
      serviceAddress = next
      service.sourceChanged()
    },
  }
}

describe('the list of models', () => {
  it('is requested once a day, counted from when it came, and rarely by viewers', async () => {
    const { list, clock, asked } = await open([spoken, written])
    await list()
    expect(asked).toHaveLength(1)
    for (const day of [2, 3, 4]) {
      clock.advance(DAY_MS - HOUR_MS)
      await list()
      expect(asked).toHaveLength(day - 1)
      clock.advance(HOUR_MS)
      await vi.waitFor(() => expect(asked).toHaveLength(day))
      await list()
      expect(asked).toHaveLength(day)
    }
  })

  it('that did not come is the built-in one, says so, and is requested again within the hour', async () => {
    const { list, clock, asked, serve } = await open('silent')
    expect(await list()).toMatchObject({ origin: 'built-in', problem: 'no-answer', live: [{ model: 'gemini-3.8-live' }, {}] })
    expect(asked).toHaveLength(2)
    serve([spoken, written])
    clock.advance(HOUR_MS)
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    expect(await list()).toMatchObject({ origin: 'service', problem: null })
  })

  it('comes although the kept connection that it was requested on had ended', async () => {
    const { list, asked, serve, changeKey } = await open('silent')
    await list()
    serve('broken')
    changeKey('second-key')
    expect(await list()).toMatchObject({ origin: 'service', problem: null })
    expect(asked.map(({ key }) => key)).toEqual(['first-key', 'first-key', 'second-key', 'second-key'])
  })

  it('of the day before stays if a new one does not come', async () => {
    const { list, clock, asked, serve } = await open([spoken, written])
    await list()
    serve('silent')
    clock.advance(DAY_MS)
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    expect(await list()).toMatchObject({ origin: 'service', problem: 'no-answer', live: [{ model: 'gemini-3.8-live' }] })
  })

  it('is another one for another key, and for another address, each requested at once', async () => {
    const { list, asked, changeKey, changeAddress } = await open([spoken, written])
    await list()
    changeKey('second-key')
    await list()
    changeAddress('https://other.test')
    await list()
    expect(asked.map(({ url, key }) => `${new URL(url).host} ${key}`)).toEqual([
      'default.test first-key',
      'default.test second-key',
      'other.test second-key',
    ])
  })

  it('of a removed key is not shown any more', async () => {
    const { list, asked, changeKey } = await open([listed('gemini-9', 'generateContent')])
    expect((await list()).text).toMatchObject([{ model: 'gemini-9' }])
    changeKey(null)
    expect(await list()).toMatchObject({ origin: 'built-in', problem: 'no-key' })
    expect(asked).toHaveLength(1)
  })

  it('of a key without access to any model is the built-in one, says so, and does not affect the chosen models', async () => {
    const { list, replaced } = await open([listed('gemini-embedding-2', 'embedContent')])
    const shown = await list()
    expect(shown).toMatchObject({ origin: 'built-in', problem: 'empty' })
    expect(shown.live.length * shown.text.length).toBeGreaterThan(0)
    expect(replaced).toEqual([])
  })
})

describe('a model that can’t be used as chosen', () => {
  it('such as one without sound that was chosen for voice, is replaced', async () => {
    const { list, replaced } = await open([spoken, written], { model: 'gemini-3.8-flash', textModel: 'gemini-3.8-flash' })
    await list()
    expect(replaced).toEqual([
      { settings: { model: 'gemini-3.8-live' }, replaced: [{ before: 'gemini-3.8-flash', after: 'gemini-3.8-live' }] },
    ])
  })
})
