import { openMemoryStore } from '../../src/main/storage/database/open-store'
import type { Store } from '../../src/main/storage/database/store'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../src/shared/protocol/fold'
import { approvalBench } from './approval-bench'
import type { FakeClock } from './fake-clock'
import { hoshinoPayment, paymentQuestion } from './payment-approval'

/** An empty store that is removed at the end of the test. */
export function emptyStore(clock: FakeClock): Store {
  return openMemoryStore({ clock, unreadable: () => {} })
}

/** Stores the folded messages of a stream of chunks, as a conversation does. */
export function keepThread(store: Store, conversationId: string, output: readonly PlacedChunk[]): void {
  const turns = new Map(output.map(({ messageId, turnId }) => [messageId, turnId]))
  store.conversations.create(conversationId, `Title of ${conversationId}`)
  for (const message of output.reduce(foldChunk, emptyThread()).messages) {
    store.messages.save(conversationId, turns.get(message.id) ?? 'turn', message)
    store.modelContents.save(conversationId, message.id, [
      { role: 'model', step: 1, parts: [{ text: message.id, thoughtSignature: 'sig==' }] },
    ])
  }
}

/** Adds one payment to an existing conversation: requested, allowed with other arguments, and run. */
export function keepPayment(store: Store, clock: FakeClock, conversationId: string, toolCallId: string): void {
  const { queue, judge } = approvalBench({ clock, store, newId: (prefix) => `${prefix}-of-${toolCallId}` })
  judge.judge({ conversationId, toolCallId, toolName: 'process_payment', input: hoshinoPayment })
  const { approvalId, inputHash } = queue.ask(paymentQuestion({ conversationId, toolCallId }))
  queue.decide({ approvalId, inputHash, approved: true, editedInput: { ...hoshinoPayment, amount: 300 } })
  queue.markExecuting(approvalId)
  store.executions.begin({ toolCallId, conversationId, toolName: 'process_payment', approvalId, inputHash, startedAt: clock.now() })
  clock.advance(40)
  store.executions.end(toolCallId, clock.now(), { output: { status: 'paid', balance: 1_249_700 } }, () => undefined)
  queue.markDone(approvalId)
  queue.close()
}
