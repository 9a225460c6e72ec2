import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { startScriptedLiveServer } from '../support/scripted-live-server'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

it('a model that only the settings file knows is used, as described there', async () => {
  const server = await startScriptedLiveServer()
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const userDataFolder = await mkdtemp(join(tmpdir(), 'parley-listed-model-'))
  const settings = {
    model: 'gemini-9-live',
    liveModels: [{ model: 'gemini-9-live', like: 'gemini-3.8-live', contextWindowCompression: false }],
  }
  await writeFile(join(userDataFolder, 'settings.json'), JSON.stringify({ version: 1, settings }))
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
  cleanups.push(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hello?' })
  await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
  const [setup] = server.connections[0]?.received ?? []
  expect(setup).toMatchObject({ setup: { model: 'models/gemini-9-live', sessionResumption: {} } })
  expect(JSON.stringify(setup)).not.toContain('contextWindowCompression')
})
