import type { Clock } from '../../../shared/lib/clock'
import { textOf } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { cancelTimer, listTimers, type SetTimerOutput, setTimer } from '../../../shared/tools/timer-tools'
import type { Store } from '../../storage/database/store'
import type { StoredTimer } from '../../storage/database/timer-table'
import { implementTool, type MainTool, ToolError } from './main-tool'
import type { TimerScope, TimerService } from './timers/timer-service'

/** The user's conversations see every timer; a client's conversation sees only the timers that it set itself. */
export function createTimerScopes({
  gatewayThreads,
  callDecisions,
}: {
  readonly gatewayThreads: Pick<Store['gatewayThreads'], 'has'>
  readonly callDecisions: Pick<Store['callDecisions'], 'get'>
}): (conversationId: string) => TimerScope {
  return (conversationId) => {
    if (!gatewayThreads.has(conversationId)) return () => true
    return ({ toolCallId }) => callDecisions.get(toolCallId)?.conversationId === conversationId
  }
}

/** The three timer tools. `scopeOf`: the timers that a conversation sees. */
export function timerTools(timers: TimerService, clock: Clock, scopeOf: (conversationId: string) => TimerScope): readonly MainTool[] {
  return [
    implementTool(setTimer, {
      async run({ label, seconds }, { toolCallId, conversationId, signal }) {
        signal.throwIfAborted()
        const set = timers.set({ toolCallId, label, seconds }, scopeOf(conversationId))
        if (!set.ok) throw new ToolError(messageOf('no-timer-set', { reason: textOf(set.error) }))
        return receipt(set.value)
      },
      recall(toolCallId) {
        const timer = timers.ofCall(toolCallId)
        return timer === null ? null : receipt(timer)
      },
    }),
    implementTool(listTimers, {
      run: async (_, { conversationId }) => ({
        timers: timers.running(scopeOf(conversationId)).map(({ label, endsAt }) => ({
          label,
          endsAt: new Date(endsAt).toISOString(),
          secondsLeft: Math.max(0, Math.round((endsAt - clock.now()) / 1000)),
        })),
      }),
      recall: () => null,
    }),
    implementTool(cancelTimer, {
      async run({ label }, { conversationId, signal }) {
        signal.throwIfAborted()
        const cancelled = timers.cancel(label, scopeOf(conversationId))
        if (!cancelled.ok) throw new ToolError(textOf(cancelled.error))
        return { status: 'cancelled', label: cancelled.value.label }
      },
      recall: () => null,
    }),
  ]
}

function receipt({ label, endsAt }: StoredTimer): SetTimerOutput {
  return {
    status: 'set',
    label,
    endsAt: new Date(endsAt).toISOString(),
    note: 'It rings while Parley is open. If Parley is closed then, it is told at the next start.',
  }
}
