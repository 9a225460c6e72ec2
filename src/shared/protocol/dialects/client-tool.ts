import type { JsonObject } from '../../lib/json'
import type { AnswerSchema } from './interrupt-hash'

/** The facts of a tool that a dialect needs to ask clients about its calls. */
export interface ClientTool {
  /** A call of a client-run tool waits for the client's output. */
  readonly runsOn: 'server' | 'client'
  /** The JSON schemas of the client's own copy of the tool: its client compares their hashes. */
  readonly inputSchema?: JsonObject
  readonly outputSchema?: JsonObject
  readonly answerSchema?: AnswerSchema
  /** The question that the user reads. */
  readonly hint?: string
}

/** Finds a tool by its name; unknown tools run on the server and have no schemas. */
export type ClientToolLookup = (toolName: string) => ClientTool | undefined
