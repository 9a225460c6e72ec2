import { createApprovalQueue } from '../../src/main/approvals/approval-queue'
import type { ApprovalQueue } from '../../src/main/approvals/approval-queue-types'
import { openMemoryStore } from '../../src/main/store/open-store'
import type { Store } from '../../src/main/store/store'
import { paymentTool } from '../../src/main/tools/process-payment'
import { createToolRunner, type ToolRunner } from '../../src/main/tools/tool-runner'
import type { Approval } from '../../src/shared/approvals/approval'
import { countingIds } from '../../src/shared/lib/ids'
import { createFakeClock, type FakeClock } from './fake-clock'

/** A queue, a runner and a store that belong together, as `start` joins them. */
export interface ApprovalBench {
  readonly clock: FakeClock
  readonly store: Store
  readonly queue: ApprovalQueue
  readonly runner: ToolRunner
  /** every change that was announced */
  readonly changes: Approval[]
  /** what was reported instead of thrown */
  readonly reports: unknown[]
  /** Ends queue and runner as a crash would, and starts new ones over the same store. */
  restart(): ApprovalBench
}

export function approvalBench(
  clock = createFakeClock(),
  store = openMemoryStore({ clock, unreadable: () => {} }),
  newId = countingIds(),
): ApprovalBench {
  const changes: Approval[] = []
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const tools = [paymentTool(store.wallet, clock, newId)]
  const queue = createApprovalQueue({
    approvals: store.approvals,
    clock,
    newId,
    onChange: (approval) => void changes.push(approval),
    report,
    wasDone: (approval) => tools.some((tool) => tool.name === approval.toolName && tool.wasDone(approval.toolCallId)),
  })
  const runner = createToolRunner({ tools, approvals: queue, executions: store.executions, clock, report })
  return {
    clock,
    store,
    queue,
    runner,
    changes,
    reports,
    restart() {
      queue.close()
      return approvalBench(clock, store, newId)
    },
  }
}
