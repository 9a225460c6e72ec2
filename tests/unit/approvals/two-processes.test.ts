import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { approvalBench } from '../../support/approval-bench'
import { createFakeClock } from '../../support/fake-clock'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'
import { tempFolder } from '../../support/temp-folder'

/** Two queues over one file, as when the app and the command line run at once. */
function benchOver(folder: string, unreadable: (table: string, id: string) => void = () => {}) {
  const clock = createFakeClock()
  const opened = openStore(folder, { clock, unreadable })
  if (!opened.ok) throw new Error(opened.error.message)
  return approvalBench({ clock, store: opened.value.store })
}

test('of two processes that answer one approval, one counts, and the payment is made once', async () => {
  const folder = tempFolder()
  const first = benchOver(folder)
  const { approvalId, inputHash } = first.queue.ask(paymentQuestion())
  const second = benchOver(folder)
  expect(second.queue.decide({ approvalId, inputHash, approved: true }).ok).toBe(true)
  expect(first.queue.decide({ approvalId, inputHash, approved: false })).toMatchObject({ ok: false, error: { code: 'approval-decided' } })
  const call = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'process_payment', input: hoshinoPayment }
  await Promise.all([first.runner.run(call), second.runner.run(call)])
  expect(first.store.wallet.payments()).toHaveLength(1)
  first.store.close()
  second.store.close()
})

test('an approval whose row can’t be read can’t be granted, and does not prevent others', () => {
  const folder = tempFolder()
  const before = benchOver(folder)
  const damaged = before.queue.ask(paymentQuestion())
  const whole = before.queue.ask(paymentQuestion({ toolCallId: 'call-2' }))
  before.queue.close()
  before.store.close()
  const file = new Database(join(folder, STORE_FILE))
  file.prepare('UPDATE approvals SET input = ? WHERE approvalId = ?').run('{"recipient":', damaged.approvalId)
  file.close()
  const unreadable: string[] = []
  const after = benchOver(folder, (table, id) => unreadable.push(`${table} ${id}`))
  expect(after.queue.open()).toEqual([whole])
  expect(unreadable).toContain(`approvals ${damaged.approvalId}`)
  const answer = { approvalId: damaged.approvalId, inputHash: damaged.inputHash, approved: true }
  expect(after.queue.decide(answer)).toMatchObject({ ok: false, error: { code: 'approval-unknown' } })
  after.store.close()
})
