import type { Risk } from '../approvals/approval'
import type { Localized } from '../ipc/schemas'
import type { z } from '../lib/zod'

/** What a tool is, without how it works: the same facts declare it to the model, ask the user and word its line in the thread. */
export interface ToolDefinition<Input, Output> {
  /** as the model calls it: snake case, at most 128 characters */
  readonly name: string
  /** for the model, in English */
  readonly description: string
  /** refuses what it does not know and changes nothing: what was shown is what runs */
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  readonly risk: Risk
  /** whether a call waits for the user's yes */
  readonly needsApproval: boolean
  /** ms after which a run is ended and reported as failed */
  readonly timeoutMs: number
  /** where it runs */
  readonly runs: 'main'
  /** the question with the real values */
  question(input: Input): Localized
  /** where the data goes; empty when it stays on this machine */
  destination(input: Input): string
  /** what the call did, in a few words for its line in the thread */
  effect(input: Input, output: Output): Localized
}

/** Gives a definition back with its types fixed by its schemas. */
export function defineTool<Input, Output>(definition: ToolDefinition<Input, Output>): ToolDefinition<Input, Output> {
  return definition
}
