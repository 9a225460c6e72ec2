import { expect, test } from 'vitest'
import { createHistory, LONGEST_UNDO_MS } from '../../../src/main/history/history-actions'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import type { PolicyRule } from '../../../src/shared/approvals/policy-rule'
import { LONGEST_PAGE } from '../../../src/shared/ipc/conversation-list'
import { createFakeClock } from '../../support/fake-clock'

const ruleOf = (ruleId: string, conversationId: string | null): PolicyRule => ({
  ruleId,
  name: { en: ruleId, ja: ruleId },
  tool: '*',
  matchers: [],
  scope: conversationId === null ? { kind: 'always' } : { kind: 'conversation', conversationId },
  effect: 'ask',
  origin: 'user',
  createdAt: 0,
})

function bench() {
  const clock = createFakeClock(1_000)
  const store = openMemoryStore({ clock, unreadable: () => {} })
  for (const name of ['first', 'second']) store.conversations.create(name, name)
  const happened: string[] = []
  const changes: (readonly string[] | 'all')[] = []
  let rules = [ruleOf('of-first', 'first'), ruleOf('of-second', 'second'), ruleOf('everywhere', null)]
  const erased: string[] = []
  const history = createHistory({
    onErase: (conversationId) => erased.push(conversationId),
    store,
    clock,
    registry: {
      currentId: () => 'first',
      async forget(conversationId, change) {
        happened.push(`forget ${conversationId}`)
        change()
      },
      announce: (ids) => {
        happened.push('announce')
        changes.push(ids)
      },
    },
    queue: {
      withdraw: (target) => {
        happened.push(`withdraw ${'conversationId' in target ? target.conversationId : ''}`)
        return []
      },
    },
    policy: {
      list: () => rules.map((rule, index) => ({ number: index + 1, rule, uses: 0 })),
      remove(ruleId) {
        const [rule = ruleOf(ruleId, null)] = rules.filter((one) => one.ruleId === ruleId)
        rules = rules.filter((one) => one.ruleId !== ruleId)
        return { ok: true, value: { rule, place: 1 } }
      },
    },
    pause: async () => void happened.push('pause'),
    stopTalk: () => void happened.push('stop talk'),
    report: (error) => expect.unreachable(String(error)),
  })
  return { clock, store, history, happened, changes, erased, rules: () => rules.map(({ ruleId }) => ruleId) }
}

test('a conversation that is pinned, renamed or archived is listed so, and keeps its place in time', () => {
  const { clock, store, history } = bench()
  clock.advance(5_000)
  history.pin('first', true)
  history.rename('first', '  星野印刷  ')
  history.archive('second', true)
  expect(store.conversations.get('first')).toMatchObject({ title: '星野印刷', pinnedAt: 6_000, updatedAt: 1_000 })
  expect(store.conversations.get('second')).toMatchObject({ archivedAt: 6_000, updatedAt: 1_000 })
  history.pin('first', false)
  history.archive('second', false)
  expect(store.conversations.list()).toMatchObject([{ pinnedAt: null }, { archivedAt: null }])
})

test('deleting ends the talk and the session, withdraws the approvals, and hides the conversation', async () => {
  const { store, history, happened } = bench()
  await history.remove('first')
  expect(happened).toEqual(['stop talk', 'forget first', 'withdraw first', 'announce'])
  expect(store.conversations.get('first')).toBeNull()
  expect(store.conversations.list().map(({ conversationId }) => conversationId)).toEqual(['second'])
})

test('undo brings back everything as it was', async () => {
  const { store, history, clock } = bench()
  store.messages.save('first', 'turn-1', { id: 'message-1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] })
  await history.remove('first')
  history.restore('first')
  clock.advance(LONGEST_UNDO_MS * 2)
  expect(store.conversations.get('first')).toMatchObject({ title: 'first' })
  expect(store.messages.list('first')).toHaveLength(1)
})

test('a released conversation is erased with its own rules, and can’t be restored', async () => {
  const { store, history, erased, rules } = bench()
  await history.remove('first')
  expect(erased).toEqual([])
  history.erase('first')
  expect(store.conversations.deleted()).toEqual([])
  expect(erased).toEqual(['first'])
  expect(rules()).toEqual(['of-second', 'everywhere'])
  expect(() => history.restore('first')).toThrow('does not exist any more')
})

test('a conversation that was not removed is never erased', () => {
  const { store, history } = bench()
  history.erase('first')
  expect(store.conversations.get('first')).not.toBeNull()
})

test('if the page never reports that the time is over, it is over after a minute', async () => {
  const { store, history, clock } = bench()
  await history.remove('first')
  clock.advance(LONGEST_UNDO_MS - 1)
  expect(store.conversations.deleted()).toEqual(['first'])
  clock.advance(1)
  expect(store.conversations.deleted()).toEqual([])
})

test('a minute that is over affects only its own conversation', async () => {
  const { store, history, clock } = bench()
  await history.remove('first')
  clock.advance(LONGEST_UNDO_MS - 1)
  await history.remove('second')
  clock.advance(1)
  expect(store.conversations.deleted()).toEqual(['second'])
  history.restore('second')
  expect(store.conversations.get('second')).not.toBeNull()
})

test('at the end of the app all removed conversations are erased', async () => {
  const { store, history } = bench()
  await history.remove('first')
  history.close()
  expect(store.conversations.deleted()).toEqual([])
})

test('old conversations are erased page by page with a pause after each, and the others stay', async () => {
  const { store, history, clock, happened, changes } = bench()
  for (let index = 0; index < 1_200; index++) store.conversations.create(`old-${index}`, '')
  store.conversations.pin('old-7', true)
  clock.advance(10)
  store.conversations.create('young', '')
  await history.eraseOlderThan(1_010)
  expect(store.conversations.list().map(({ conversationId }) => conversationId)).toEqual(['young', 'first', 'old-7'])
  expect(store.conversations.deleted()).toEqual([])
  expect(happened.filter((what) => what === 'pause')).toHaveLength(1_200)
  expect(changes.flat()).toHaveLength(1_200)
  expect(Math.max(...changes.map((ids) => ids.length))).toBeLessThanOrEqual(LONGEST_PAGE)
})

test('the end of the app ends the erasing of old conversations', async () => {
  const { store, history } = bench()
  for (let index = 0; index < 20; index++) store.conversations.create(`old-${index}`, '')
  const erasing = history.eraseOlderThan(2_000)
  history.close()
  await erasing
  expect(store.conversations.list().length).toBeGreaterThan(18)
})

test('every call about a missing conversation is refused with a message', async () => {
  const { history } = bench()
  await history.remove('first')
  for (const act of [() => history.rename('first', 'x'), () => history.pin('first', true), () => history.archive('first', true)]) {
    expect(act).toThrow('does not exist any more')
  }
  await expect(history.remove('first')).rejects.toThrow('does not exist any more')
})
