import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadFixture } from '../../src/main/replay/simulator/load-fixture'
import { readWav } from '../../src/shared/audio/wav'
import { modelText } from '../../src/shared/messages/message'
import { startInProcess } from '../support/app-in-process'

/**
 * A folder written by commit 52b9cb9 on 2026-11-29: a pinned conversation (spoken, then a payment that was allowed with another amount, and
 * an answer that was cut off), one with a draft and an image, and one with an open approval; settings, a rule, a client, and two
 * recordings.
 */
const EARLIER = 'tests/fixtures/data-folder-52b9cb9'
const SPOKEN = 'conversation-366a0c58-193a-4463-8c09-e9b12bb5b743'

async function copied(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(EARLIER, folder, { recursive: true })
  return folder
}

/** What the page shows of the folder. */
async function shown(userDataFolder: string) {
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
  try {
    const { settings, conversations, notices, approvals } = await app.call('app.bootstrap', null)
    const threads = []
    for (const { conversationId } of conversations) {
      const { messages } = await app.call('conversation.open', { conversationId })
      const draft = await app.call('draft.read', { conversationId })
      threads.push({ conversationId, messages, draft })
    }
    const { rules } = await app.call('rules.list', null)
    const { clients } = await app.call('gateway.state', null)
    const { check, entries } = await app.call('audit.list', { limit: 100 })
    return { settings, conversations, notices, approvals, threads, rules, clients, check, entries }
  } finally {
    await app.stop()
  }
}

it('a data folder of the previous version opens with all its data, and the next start finds the same', async () => {
  const folder = await copied()
  const first = await shown(folder)
  expect(first.notices).toEqual([])
  expect(first.settings).toMatchObject({ language: 'ja', theme: 'dark', recordCalls: true, approvalSeconds: 600, instruction: 'Be brief.' })
  expect(first.conversations.map(({ title, pinned, hasVoice }) => [title, pinned, hasVoice])).toEqual(
    expect.arrayContaining([
      ['Invoice of November', true, true],
      ['Pay the other', false, false],
    ]),
  )

  const words = (conversationId: string) =>
    JSON.stringify(first.threads.find((thread) => thread.conversationId === conversationId)?.messages)
  for (const part of ['Good morning, Emi.', 'Pay it', '"amount":40000']) expect(words(SPOKEN)).toContain(part)
  const drafts = first.threads.map(({ draft }) => draft.text).filter((text) => text !== '')
  expect(drafts).toEqual(['Not sent yet'])
  expect(JSON.stringify(first.threads.map(({ draft }) => draft))).toContain('dot.png')

  expect(first.rules.map(({ rule }) => modelText(rule.name))).toContain('No pages')
  expect(first.clients.map(({ name }) => name)).toEqual(['Notebook'])
  expect(first.check).toMatchObject({ brokenAt: null })
  expect(first.entries.length).toBeGreaterThan(4)

  const second = await shown(folder)
  expect({ ...second, entries: second.entries.length }).toEqual({ ...first, entries: first.entries.length })
})

it('recordings of the previous version are read: the wire as a recording that plays, the sound unchanged', async () => {
  const folder = await copied()
  const loaded = await loadFixture(join(folder, 'saved-recordings', 'conversation-2026-11-29-10-48.jsonl'))
  if (!loaded.ok) throw new Error(loaded.error.message)
  expect(loaded.value).toMatchObject({ protocol: 'gemini-live', model: 'gemini-3.8-live' })
  const [name = ''] = await readdir(join(folder, 'recordings'))
  const sound = readWav(new Uint8Array(await readFile(join(folder, 'recordings', name))))
  if (!sound.ok) throw new Error(sound.error.message)
  expect(sound.value.channels).toBe(2)
  expect(sound.value.samples.some((sample) => sample !== 0)).toBe(true)
})
