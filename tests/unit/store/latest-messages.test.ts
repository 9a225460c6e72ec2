import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemoryStore, openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { openSqlDatabase } from '../../../src/main/storage/database/sql-database'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const message = (id: string, role: UIMessage['role'], turn: number, used: number | null): UIMessage => ({
  id,
  role,
  metadata: { turnId: `turn-${turn}`, ...(used !== null && { usage: { totalTokens: used } }) },
  parts: [{ type: 'text', text: `text of ${id}` }],
})

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      turn: fc.nat(12),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      used: fc.option(fc.nat(9)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const), at: fc.nat(20) }) },
)

test('the end of a thread is the end of the whole list, in whole turns, with any forks', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (steps, most) => {
      const { messages, branches, conversations } = openMemoryStore({ clock: createFakeClock(1_000), unreadable: () => {} })
      conversations.create('c', 'First')
      for (const [index, one] of steps.entries()) {
        const list = messages.list('c')
        if (one.kind === 'say') messages.save('c', `turn-${one.turn}`, message(`m${index}`, one.role, one.turn, one.used))
        else if (list.length > 0) branches.forkBefore('c', list[one.at % list.length]?.id ?? '')
      }
      const list = messages.list('c')
      const latest = messages.latest('c', most)
      expect(latest.messages).toEqual(list.slice(latest.earlier))
      expect(latest.earlier).toBe(list.length - latest.messages.length)
      if (latest.earlier > 0) {
        expect(latest.messages.length).toBeGreaterThan(0)
        expect(latest.messages.length).toBeLessThanOrEqual(most)
        expect(list[latest.earlier - 1]?.metadata?.turnId).not.toBe(latest.messages[0]?.metadata?.turnId)
      }
      const used = list.filter(({ metadata }) => metadata?.usage !== undefined).map(({ id, metadata }) => ({ id, metadata }))
      expect(new Map(messages.withUsage('c').map((one) => [one.id, one]))).toEqual(new Map(used.map((one) => [one.id, one])))
    }),
  )
})

test('a message that can’t be read takes nothing else with it, and is reported', () => {
  const folder = tempFolder()
  const unreadable: string[] = []
  const open = () => {
    const opened = openStore(folder, { clock: createFakeClock(1_000), unreadable: (table, id) => unreadable.push(`${table} ${id}`) })
    if (!opened.ok) throw new Error(opened.error.message)
    return opened.value.store
  }
  const first = open()
  first.conversations.create('c', 'First')
  for (let turn = 0; turn < 10; turn += 1) first.messages.save('c', `turn-${turn}`, message(`m${turn}`, 'assistant', turn, turn))
  first.close()
  const database = openSqlDatabase(join(folder, STORE_FILE))
  database.run("UPDATE messages SET json = '{broken' WHERE messageId = 'm8'")
  database.close()
  const store = open()
  const latest = store.messages.latest('c', 4)
  expect(latest.messages.map(({ id }) => id)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm9'])
  expect(latest.earlier).toBe(0)
  expect(unreadable).toEqual(['messages m8'])
  expect(store.messages.withUsage('c')).toHaveLength(9)
  store.close()
})
