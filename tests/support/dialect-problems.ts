import { createAgUiLint } from '../../src/shared/protocol/check/ag-ui-lint'
import { createTanstackLint } from '../../src/shared/protocol/check/tanstack-lint'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import type { TanstackChunk } from '../../src/shared/protocol/dialects/tanstack-events'
import { createTanstackWriter } from '../../src/shared/protocol/dialects/tanstack-legacy'
import { agUiEvents } from './ag-ui-judge'

/** The conversation in the dialect of older TanStack clients. */
export function tanstackChunks(placed: readonly PlacedChunk[]): readonly TanstackChunk[] {
  const writer = createTanstackWriter({ now: () => 0, model: 'gemini' })
  return [...placed.flatMap((chunk) => writer.push(chunk)), ...writer.end()]
}

/** All findings of a check, including those at the end. */
export function faults<Event>(
  lint: { take(event: Event): readonly string[]; end(): readonly string[] },
  events: readonly Event[],
): readonly string[] {
  return [...events.flatMap((event) => lint.take(event)), ...lint.end()]
}

/** What is wrong with the conversation in AG-UI, or in the older TanStack dialect. */
export function dialectProblems(placed: readonly PlacedChunk[]): readonly string[] {
  return [
    ...faults(createAgUiLint(), agUiEvents(placed)).map((fault) => `AG-UI: ${fault}`),
    ...faults(createTanstackLint(), tanstackChunks(placed)).map((fault) => `TanStack: ${fault}`),
  ]
}
