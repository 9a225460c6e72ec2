import { openMemoryStore } from '../../src/main/storage/database/open-store'
import type { Store } from '../../src/main/storage/database/store'
import { createToolGate, type ToolGate } from '../../src/main/tool-calls/tool-pipeline'
import type { MainTool } from '../../src/main/tool-calls/tools/main-tool'
import { paymentTool } from '../../src/main/tool-calls/tools/process-payment'
import type { Approval } from '../../src/shared/approvals/approval'
import type { PolicyRule } from '../../src/shared/approvals/policy-rule'
import { countingIds, type NewId } from '../../src/shared/lib/ids'
import { createFakeClock, type FakeClock } from './fake-clock'

/** Rules, queue, runner and store that belong together, connected as in the app. */
export interface ApprovalBench extends ToolGate {
  readonly clock: FakeClock
  readonly store: Store
  /** every announced change */
  readonly changes: Approval[]
  /** what was reported instead of thrown */
  readonly reports: unknown[]
  /** the calls whose runs ended */
  readonly ended: string[]
  /** Stops queue and runner as a crash would, and starts new ones over the same store. */
  restart(): ApprovalBench
}

/** Options of a bench. */
export interface ApprovalBenchParts {
  readonly clock?: FakeClock
  readonly store?: Store
  readonly newId?: NewId
  readonly rules?: readonly PolicyRule[]
  /** the tools over a store; only the payment by default */
  tools?(store: Store): readonly MainTool[]
  /** tools that come and go; none by default */
  addedTools?(): readonly MainTool[]
}

export function approvalBench(parts: ApprovalBenchParts = {}): ApprovalBench {
  const { clock = createFakeClock(), newId = countingIds(), rules } = parts
  const store = parts.store ?? openMemoryStore({ clock, unreadable: () => {} })
  const tools = parts.tools?.(store) ?? [paymentTool(store.wallet, clock, newId)]
  const changes: Approval[] = []
  const reports: unknown[] = []
  const ended: string[] = []
  const gate = createToolGate({
    store,
    tools,
    clock,
    newId,
    ...(rules !== undefined && { rules }),
    ...(parts.addedTools !== undefined && { addedTools: parts.addedTools }),
    onApproval: (approval) => void changes.push(approval),
    onRules: () => {},
    onEnd: (toolCallId) => void ended.push(toolCallId),
    report: () => (error) => void reports.push(error),
  })
  return {
    ...gate,
    clock,
    store,
    changes,
    reports,
    ended,
    restart() {
      gate.queue.close()
      return approvalBench({ ...parts, clock, store, newId })
    },
  }
}
