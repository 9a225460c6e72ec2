import type { Client } from '../../shared/ipc/client'
import { messageOf } from '../../shared/messages/message'
import type { PageTool } from './page-tool'

/**
 * Runs the tools that main asks this page to run and returns their results. A call that main cancels is aborted, and its
 * result is not sent. Returns a function that stops listening and aborts running calls.
 */
export function answerToolCalls(client: Pick<Client, 'call' | 'on'>, tools: readonly PageTool[]): () => void {
  const running = new Map<string, AbortController>()

  async function run(toolCallId: string, name: string, input: unknown): Promise<void> {
    if (running.has(toolCallId)) return
    const abort = new AbortController()
    running.set(toolCallId, abort)
    const tool = tools.find((one) => one.name === name)
    const outcome = await (tool?.run(input, abort.signal) ?? {
      kind: 'error' as const,
      errorText: messageOf('no-such-tool-in-window', { tool: name }),
    })
    running.delete(toolCallId)
    if (!abort.signal.aborted) await client.call('tool.settle', { toolCallId, outcome })
  }

  const stops = [
    client.on('tool.run', ({ toolCallId, name, input }) => void run(toolCallId, name, input)),
    client.on('tool.cancel', ({ toolCallId }) => running.get(toolCallId)?.abort()),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const abort of running.values()) abort.abort()
  }
}
