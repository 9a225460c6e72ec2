import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import type { Store } from '../../../src/main/storage/database/store'
import { conversationBench } from '../../support/conversation-bench'
import { createFakeClock } from '../../support/fake-clock'
import { hoshinoPayment } from '../../support/payment-approval'

it('a call that can’t be stored is neither run nor requested, is answered with the reason, and the next one is requested when there is space', async () => {
  const clock = createFakeClock()
  const real = openMemoryStore({ clock, unreadable: () => {} })
  let full = false
  const refuse = (): void => {
    if (full) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  const store: Store = {
    ...real,
    durably(body) {
      refuse()
      return real.durably(body)
    },
    approvals: {
      ...real.approvals,
      insert(approval) {
        refuse()
        real.approvals.insert(approval)
      },
    },
  }
  const bench = conversationBench({ clock, store })
  full = true
  bench.call({ id: 'a', name: 'process_payment', args: hoshinoPayment })
  expect(bench.changes).toEqual([])
  expect(bench.answers).toMatchObject([{ modelCallId: 'a', response: { status: 'failed' } }])
  expect(await bench.toolParts()).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining("can't be written down") }])
  full = false
  bench.call({ id: 'b', name: 'process_payment', args: hoshinoPayment })
  expect(bench.changes.map(({ state }) => state)).toEqual(['requested'])
})
