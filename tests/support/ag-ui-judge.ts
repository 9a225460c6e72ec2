import { HttpAgent } from '@ag-ui/client'
import { EventSchemas } from '@ag-ui/core/schemas'
import { countingIds } from '../../src/shared/lib/ids'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import { type AgUiSetup, createAgUiWriter } from '../../src/shared/protocol/dialects/ag-ui'
import type { AgUiEvent } from '../../src/shared/protocol/dialects/ag-ui-events'
import { sseEvent } from '../../src/shared/protocol/dialects/sse'

/** A whole conversation as AG-UI events. */
export function agUiEvents(output: readonly PlacedChunk[], setup: Partial<AgUiSetup> = {}): readonly AgUiEvent[] {
  const writer = createAgUiWriter({ newId: countingIds(), threadId: 'thread-1', ...setup })
  return [...output.flatMap((placed) => writer.push(placed)), ...writer.end()]
}

/** The events of each run. */
export function runsOf(events: readonly AgUiEvent[]): readonly (readonly AgUiEvent[])[] {
  const runs: AgUiEvent[][] = []
  for (const event of events) {
    if (event.type === 'RUN_STARTED') runs.push([])
    runs.at(-1)?.push(event)
  }
  return runs
}

/**
 * What `EventSchemas` of `@ag-ui/core` reports about an event after a round trip through JSON, or null. Unknown fields
 * count.
 */
export function eventProblem(event: AgUiEvent): string | null {
  const sent: unknown = JSON.parse(JSON.stringify(event))
  const parsed = EventSchemas.safeParse(sent)
  return parsed.success ? null : `${JSON.stringify(sent).slice(0, 200)}: ${parsed.error.message.slice(0, 200)}`
}

/** What the real `HttpAgent` makes of events that arrive as one response; it verifies their order itself. */
export async function readWithHttpAgent(events: readonly AgUiEvent[]) {
  const failures: string[] = []
  const agent = new HttpAgent({
    url: 'http://agent.invalid/',
    fetch: async () => new Response(events.map((event) => sseEvent(event)).join(''), { headers: { 'content-type': 'text/event-stream' } }),
  })
  const order: string[] = []
  try {
    await agent.runAgent(
      {},
      {
        onRunFailed: ({ error }) => void failures.push(error.message),
        onEvent: ({ event }) => void order.push(event.type),
      },
    )
  } catch (error) {
    failures.push(String(error))
  }
  return { failures, messages: agent.messages, pendingInterrupts: agent.pendingInterrupts, order }
}
