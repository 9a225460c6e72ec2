import type { JsonObject } from '../../src/shared/lib/json'
import type { InProcessApp } from './app-in-process'

/**
 * Allows every call with an open approval, and returns this for the tools that the window is asked to run, until the
 * condition holds.
 */
export async function allowCallsUntil(
  app: InProcessApp,
  page: (name: string) => JsonObject | null,
  condition: () => boolean,
): Promise<void> {
  const answered = new Set<string>()
  const once = (id: string, answer: () => Promise<unknown>) => {
    if (answered.has(id)) return
    answered.add(id)
    queueMicrotask(() => void answer())
  }
  await app.until(() => {
    for (const { approvalId, inputHash, state } of app.told('approval.changed')) {
      if (state === 'requested') once(approvalId, () => app.call('approval.decide', { approvalId, inputHash, approved: true }))
    }
    for (const { toolCallId, name } of app.told('tool.run')) {
      const output = page(name)
      const outcome = output === null ? { kind: 'error' as const, errorText: 'Nothing to do.' } : { kind: 'result' as const, output }
      once(toolCallId, () => app.call('tool.settle', { toolCallId, outcome }))
    }
    return condition()
  })
}
