import type { Approval } from '../../shared/approvals/approval'
import { ruleFor } from '../../shared/approvals/built-in-rules'
import type { ApprovalOutcome } from '../../shared/approvals/outcome'
import { assertNever } from '../../shared/lib/assert-never'
import type { CallOutcome, ConverterInput } from '../../shared/protocol/converter-input'
import type { OpenCall } from '../../shared/protocol/open-call'
import type { ToolResponseOutcome } from '../../shared/tools/tool-response'
import type { ApprovalQueue } from '../approvals/approval-queue'
import type { ToolRunner } from '../tools/tool-runner'

/** What the desk of one conversation needs. */
export interface CallDeskOptions {
  readonly conversationId: string
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  /** Tells the converter, and with it the thread. */
  push(input: ConverterInput): void
  /** Writes the user's answer into the stored message; null takes the question back. */
  answer(approval: Approval, approved: boolean | null, reason: string | null): void
  /** Tells the model how a call ended, or that the user is being asked. */
  respond(call: OpenCall, outcome: ToolResponseOutcome): void
  /** Seconds a question stays open. */
  approvalSeconds(): number
}

/** Every call of the model comes here and leaves settled: run, refused, denied, expired or withdrawn. */
export interface CallDesk {
  /** Takes the calls that the last frame opened. Their questions are asked together, then the response pauses. */
  open(calls: readonly OpenCall[]): void
  /** The model took these back: running ones are ended, open questions withdrawn, nothing is answered. */
  cancelled(toolCallIds: readonly string[]): void
}

/** Makes the desk of one conversation. */
export function createCallDesk(options: CallDeskOptions): CallDesk {
  const { queue, tools, conversationId } = options
  const open = new Map<string, { readonly call: OpenCall; readonly abort: AbortController }>()

  function settle(call: OpenCall, outcome: CallOutcome): void {
    if (!open.delete(call.toolCallId)) return
    options.push({ type: 'call-settled', toolCallId: call.toolCallId, outcome })
    options.respond(call, outcome)
  }

  async function run(call: OpenCall, signal: AbortSignal): Promise<void> {
    const { toolCallId, name, input } = call
    const outcome = await tools.run({ toolCallId, conversationId, toolName: name, input }, signal)
    settle(call, outcome.kind === 'result' ? { kind: 'result', output: outcome.output } : { kind: 'error', errorText: outcome.errorText })
  }

  /** True when the call became a question. */
  function take(call: OpenCall): boolean {
    const abort = new AbortController()
    open.set(call.toolCallId, { call, abort })
    const checked = tools.check({ toolName: call.name, input: call.input })
    if (!checked.ok) {
      settle(call, { kind: 'error', errorText: checked.error.message })
      return false
    }
    const { tool, question, destination } = checked.value
    if (tool.approval === 'allow') {
      void run(call, abort.signal)
      return false
    }
    const { approvalId } = queue.ask({
      conversationId,
      turnId: call.turnId,
      messageId: call.messageId,
      toolCallId: call.toolCallId,
      toolName: call.name,
      risk: tool.risk,
      question,
      destination,
      input: call.input,
      rule: ruleFor(call.name),
      expiresInMs: options.approvalSeconds() * 1000,
    })
    options.push({ type: 'approval-requested', toolCallId: call.toolCallId, approvalId })
    options.respond(call, { kind: 'waiting' })
    queue.whenSettled(approvalId, (outcome, approval) => settled(call, abort.signal, outcome, approval))
    return true
  }

  function settled(call: OpenCall, signal: AbortSignal, outcome: ApprovalOutcome, approval: Approval): void {
    if (!open.has(call.toolCallId)) return
    switch (outcome.kind) {
      case 'approved':
        options.answer(approval, true, null)
        void run(call, signal)
        return
      case 'denied':
        options.answer(approval, false, outcome.reason)
        settle(call, outcome.reason === null ? { kind: 'denied' } : { kind: 'denied', reason: outcome.reason })
        return
      case 'expired':
        options.answer(approval, false, 'expired')
        settle(call, { kind: 'expired' })
        return
      case 'withdrawn':
        options.answer(approval, null, outcome.reason)
        settle(call, { kind: 'withdrawn', reason: outcome.reason })
        return
      default:
        assertNever(outcome, 'approval outcome')
    }
  }

  return {
    open(calls) {
      const asked = calls.map(take)
      if (asked.includes(true)) options.push({ type: 'pause' })
    },
    cancelled(toolCallIds) {
      for (const toolCallId of toolCallIds) {
        const entry = open.get(toolCallId)
        if (entry === undefined) continue
        open.delete(toolCallId)
        entry.abort.abort()
        const approval = queue.ofCall(toolCallId)
        const withdrawn = approval === null ? [] : queue.withdraw({ approvalId: approval.approvalId }, 'Gemini took the call back.')
        for (const one of withdrawn) options.answer(one, null, one.reason)
      }
    },
  }
}
