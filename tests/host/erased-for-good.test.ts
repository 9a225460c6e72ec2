import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { STORE_FILE } from '../../src/main/storage/database/open-store'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { createFakeClock } from '../support/fake-clock'
import { filesHolding } from '../support/files-holding'
import { bundledFixture } from '../support/fixture-facts'

const CANARY = 'カナリアの歌canary4711'
const DAY_MS = 86_400_000

/** Speaks the canary in a conversation, lets the answer begin, and types it again. */
async function sing(app: InProcessApp, conversationId: string): Promise<void> {
  const before = app.told('playback.pcm').length
  await app.call('text.send', { conversationId, text: `${CANARY} what were the late parcels?` })
  await app.until(() => app.told('playback.pcm').length > before + 3)
  const { turnId } = app.told('playback.pcm').at(-1) ?? { turnId: '' }
  await app.call('playback.position', { conversationId, turnId, samples: 4800, done: false })
  await app.call('conversation.rename', { conversationId, title: `About ${CANARY}` })
  await app.call('draft.save', { conversationId, text: `draft ${CANARY}` })
}

test('a private conversation is never in any file, and is gone with the app', async () => {
  const fixtures = [await bundledFixture('payment')]
  const app = await startInProcess({ fixtures, speed: 20 })
  await app.call('settings.update', { recordCalls: true })
  const kept = await app.call('conversation.create', null)
  await app.call('draft.save', { conversationId: kept.conversationId, text: 'the kept draft' })
  const { conversationId, isPrivate } = await app.call('conversation.createPrivate', null)
  expect(isPrivate).toBe(true)
  await sing(app, conversationId)
  // an approval of it is requested and a rule created from the answer, and none of that is written either
  await app.until(() => app.told('approval.changed').some(({ state }) => state === 'requested'))
  const [question] = app.told('approval.changed')
  if (question === undefined) throw new Error('no question')
  const reason = `no, ${CANARY}`
  await app.call('approval.decide', { approvalId: question.approvalId, inputHash: question.inputHash, approved: false, reason })
  await app.until(() => app.told('approval.changed').some(({ state }) => state === 'denied'))
  expect((await app.call('history.search', { text: CANARY })).hits).toEqual([])
  expect((await app.call('conversation.open', { conversationId })).messages.length).toBeGreaterThan(1)
  expect((await app.call('draft.read', { conversationId })).text).toBe(`draft ${CANARY}`)
  expect((await app.call('audit.list', { limit: 10 })).entries).toEqual([])
  await app.call('backup.make', null)
  const held = () =>
    [CANARY, conversationId, question.toolCallId, question.approvalId].map((text) => filesHolding(app.userDataFolder, text))
  expect(filesHolding(app.userDataFolder, 'the kept draft')).not.toEqual([])
  expect(held()).toEqual([[], [], [], []])
  await app.stop()
  expect(held()).toEqual([[], [], [], []])
  const after = await startInProcess({ fixtures, userDataFolder: app.userDataFolder })
  const { conversations, approvals } = await after.call('app.bootstrap', null)
  expect(conversations.map((one) => one.conversationId)).toEqual([kept.conversationId])
  expect(approvals).toEqual([])
  await after.remove()
})

test('after a wipe, no message or call can be read from any file, and rules, settings and accounts are unchanged', async () => {
  const fixtures = [await bundledFixture('payment')]
  const app = await startInProcess({ fixtures, speed: 20 })
  await app.call('settings.update', { recordCalls: true, captions: false })
  const { rules } = await app.call('rules.list', null)
  const { saved } = await app.call('rules.save', {
    rule: {
      ruleId: null,
      name: { en: 'no weather', ja: '天気なし' },
      tool: 'get_weather',
      matchers: [],
      scope: { kind: 'always' },
      effect: 'deny',
    },
  })
  const { conversationId } = await app.call('conversation.create', null)
  await sing(app, conversationId)
  await app.until(() => app.told('approval.changed').some(({ state }) => state === 'requested'))
  await app.call('backup.make', null)
  await app.call('conversation.create', null)
  expect(filesHolding(app.userDataFolder, CANARY).some((name) => name.startsWith('backups'))).toBe(true)
  expect(filesHolding(app.userDataFolder, 'RIFF').some((name) => name.startsWith('recordings'))).toBe(true)

  await app.call('storage.wipe', null)
  for (const text of [CANARY, conversationId, 'RIFF', 'Hoshino Print K.K.']) expect(filesHolding(app.userDataFolder, text)).toEqual([])
  const facts = await app.call('storage.facts', null)
  expect(facts).toMatchObject({ onDisk: true, conversations: 0, backups: [] })
  expect((await app.call('audit.list', { limit: 10 })).check).toEqual({ entries: 0, brokenAt: null })
  expect((await app.call('rules.list', null)).rules).toHaveLength(rules.length + 1)
  // later data is stored again, and the trail starts again
  const next = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId: next.conversationId, text: 'Pay it' })
  await app.until(() => app.told('approval.changed').filter(({ state }) => state === 'requested').length > 1)
  const trail = await app.call('audit.list', { limit: 10 })
  expect(trail.check.brokenAt).toBeNull()
  expect(trail.entries.at(-1)).toMatchObject({ number: 1, subject: { conversationId: next.conversationId } })
  await app.stop()
  const after = await startInProcess({ fixtures, userDataFolder: app.userDataFolder })
  const bootstrap = await after.call('app.bootstrap', null)
  expect(bootstrap.settings.captions).toBe(false)
  expect(bootstrap.conversations.map((one) => one.conversationId)).toEqual([next.conversationId])
  expect((await after.call('rules.list', null)).rules.some(({ rule }) => rule.ruleId === saved.rule.ruleId)).toBe(true)
  await after.remove()
})

test('a conversation that was deleted but not erased, because the app was killed, is erased at the next start, from the backups too', async () => {
  const fixtures = [await bundledFixture('interruption')]
  const app = await startInProcess({ fixtures, speed: 20 })
  const { conversationId } = await app.call('conversation.create', null)
  await sing(app, conversationId)
  await app.call('session.stop', { conversationId })
  await app.call('backup.make', null)
  await app.stop()
  // as a kill during the seconds of undo leaves it
  const file = new Database(join(app.userDataFolder, STORE_FILE))
  file.prepare('UPDATE conversations SET deletedAt = 1 WHERE conversationId = ?').run([conversationId])
  file.close()
  expect(filesHolding(app.userDataFolder, CANARY).length).toBeGreaterThan(1)
  const after = await startInProcess({ fixtures, userDataFolder: app.userDataFolder })
  expect(filesHolding(app.userDataFolder, CANARY)).toEqual([])
  expect((await after.call('app.bootstrap', null)).conversations).toEqual([])
  await after.remove()
})

test('a conversation older than the user’s limit is erased at the start and day by day; pinned ones and the one on the screen stay', async () => {
  const fixtures = [await bundledFixture('interruption')]
  const clock = createFakeClock(Date.UTC(2026, 10, 1))
  const app = await startInProcess({ fixtures, clock })
  const made = async () => (await app.call('conversation.create', null)).conversationId
  const [old, pinned, young] = [await made(), await made(), await made()]
  await app.call('conversation.pin', { conversationId: pinned, pinned: true })
  await app.call('draft.save', { conversationId: old, text: CANARY })
  await app.call('settings.update', { retentionDays: 30 })
  const listed = async (one: InProcessApp) =>
    (await one.call('app.bootstrap', null)).conversations.map(({ conversationId }) => conversationId)
  clock.advance(29 * DAY_MS)
  await app.call('conversation.rename', { conversationId: young, title: 'still here' })
  expect((await listed(app)).sort()).toEqual([old, pinned, young].sort())
  expect(filesHolding(app.userDataFolder, CANARY)).not.toEqual([])
  clock.advance(DAY_MS + 2 * 3_600_000)
  await app.until(() => app.told('conversation.list').some(({ removed }) => removed.includes(old)))
  expect((await listed(app)).sort()).toEqual([pinned, young].sort())
  await expect.poll(() => filesHolding(app.userDataFolder, CANARY), { timeout: 20_000 }).toEqual([])
  await app.stop()
  const after = await startInProcess({ fixtures, userDataFolder: app.userDataFolder, clock })
  await after.until(() => after.told('conversation.list').some(({ removed }) => removed.includes(young)))
  expect(await listed(after)).toEqual([pinned])
  await after.remove()
})
