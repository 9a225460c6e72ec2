import { describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { createFakeClock } from '../../support/fake-clock'

/** A thread of `u1 a1 u2 a2 …`, a turn each. */
function threadOf(turns: number) {
  const store = openMemoryStore({ clock: createFakeClock(1_000), unreadable: () => {} })
  store.conversations.create('c', 'First')
  const say = (turn: string) => {
    store.messages.save('c', turn, { id: `u${turn}`, role: 'user', parts: [{ type: 'text', text: `ask ${turn}` }] })
    store.messages.save('c', turn, { id: `a${turn}`, role: 'assistant', parts: [{ type: 'text', text: `answer ${turn}` }] })
  }
  for (let turn = 1; turn <= turns; turn += 1) say(String(turn))
  const ids = () => store.messages.list('c').map(({ id }) => id)
  return { store, say, ids, branches: store.branches, forks: () => store.branches.forks('c') }
}

describe('a thread that forks', () => {
  test('before a question continues without it and what followed, and both branches are kept', () => {
    const { branches, say, ids, forks } = threadOf(3)
    expect(forks()).toEqual([])
    expect(branches.forkBefore('c', 'u2')).toBe(true)
    expect(ids()).toEqual(['u1', 'a1'])
    say('2b')
    expect(ids()).toEqual(['u1', 'a1', 'u2b', 'a2b'])
    expect(forks()).toEqual([{ after: 'a1', branches: [0, 1], shown: 1 }])
    expect(branches.show('c', 0)).toBe(true)
    expect(ids()).toEqual(['u1', 'a1', 'u2', 'a2', 'u3', 'a3'])
    expect(forks()).toEqual([{ after: 'a1', branches: [0, 1], shown: 0 }])
  })

  test('before an answer keeps the question', () => {
    const { store, branches, ids, forks } = threadOf(2)
    branches.forkBefore('c', 'a1')
    expect(ids()).toEqual(['u1'])
    store.messages.save('c', 'other turn', { id: 'a1b', role: 'assistant', parts: [] })
    expect(ids()).toEqual(['u1', 'a1b'])
    branches.forkBefore('c', 'a1b')
    store.messages.save('c', 'third turn', { id: 'a1c', role: 'assistant', parts: [] })
    expect(ids()).toEqual(['u1', 'a1c'])
    expect(forks()).toEqual([{ after: 'u1', branches: [0, 1, 2], shown: 2 }])
  })

  test('after an answer continues from there, even at its very end and its very beginning', () => {
    const { branches, say, ids, forks } = threadOf(2)
    branches.forkAfter('c', 'a2')
    expect(ids()).toEqual(['u1', 'a1', 'u2', 'a2'])
    say('3b')
    expect(forks()).toEqual([{ after: 'a2', branches: [0, 1], shown: 1 }])
    branches.forkBefore('c', 'u1')
    expect(ids()).toEqual([])
    expect(forks()).toEqual([{ after: null, branches: [0, 2], shown: 1 }])
  })

  test('within a branch keeps every branch reachable, and a message is found in its own', () => {
    const { branches, say, ids, forks } = threadOf(2)
    branches.forkBefore('c', 'u2')
    say('2b')
    say('3b')
    branches.forkBefore('c', 'u3b')
    say('3c')
    expect(ids()).toEqual(['u1', 'a1', 'u2b', 'a2b', 'u3c', 'a3c'])
    expect(forks()).toEqual([
      { after: 'a1', branches: [0, 1], shown: 1 },
      { after: 'a2b', branches: [1, 2], shown: 1 },
    ])
    expect(branches.showMessage('c', 'a2')).toBe(true)
    expect(ids()).toEqual(['u1', 'a1', 'u2', 'a2'])
    expect(branches.showMessage('c', 'u3b')).toBe(true)
    expect(ids()).toEqual(['u1', 'a1', 'u2b', 'a2b', 'u3b', 'a3b'])
  })

  test('changes nothing if there is no such message or branch', () => {
    const { branches, ids, forks } = threadOf(1)
    expect([branches.forkBefore('c', 'x'), branches.forkAfter('c', 'x'), branches.show('c', 7), branches.showMessage('c', 'x')]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(ids()).toEqual(['u1', 'a1'])
    expect(forks()).toEqual([])
  })

  test('still saves late content of another branch’s message in its place', () => {
    const { store, branches, ids } = threadOf(2)
    branches.forkBefore('c', 'u2')
    store.messages.save('c', '2', { id: 'a2', role: 'assistant', parts: [{ type: 'text', text: 'late' }] })
    expect(ids()).toEqual(['u1', 'a1'])
    branches.show('c', 0)
    expect(store.messages.list('c').at(-1)).toMatchObject({ id: 'a2', parts: [{ text: 'late' }] })
  })

  test('takes its branches with it when it is erased', () => {
    const { store, branches } = threadOf(2)
    branches.forkBefore('c', 'u2')
    store.conversations.markDeleted('c')
    store.conversations.erase('c')
    store.conversations.create('c', 'Anew')
    expect([store.messages.list('c'), branches.forks('c')]).toEqual([[], []])
  })
})
