import { canonicalJson } from '../../lib/canonical-json'
import type { JsonObject, JsonValue } from '../../lib/json'
import type { AgUiInterrupt } from './ag-ui-events'
import type { ClientTool } from './client-tool'
import { approvalContract, interruptHash, schemaHash } from './interrupt-hash'

/** The facts of a call for its approval. */
export interface AskedCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonValue
}

/** Version of `tanstack:interruptBinding` in `@tanstack/ai` 0.58.0. */
const BINDING_VERSION = 1

/** The interrupt that requests approval for a call. `runId` is the run that it ends. */
export function approvalInterrupt(
  call: AskedCall,
  approvalId: string,
  runId: string,
  tool: ClientTool | undefined,
  expiresAt: string | undefined,
): AgUiInterrupt {
  const { toolCallId, toolName, input } = call
  const { responseSchema, responseSchemaHash, approvalSchemaHash } = approvalContract(tool?.inputSchema, tool?.answerSchema)
  return {
    id: approvalId,
    reason: 'tool_call',
    message: tool?.hint ?? `May ${toolName} run?`,
    toolCallId,
    responseSchema,
    ...expiry(expiresAt),
    metadata: {
      kind: 'approval',
      toolName,
      input,
      'tanstack:interruptBinding': {
        ...binding('tool-approval', approvalId, runId),
        toolName,
        toolCallId,
        originalArgs: input,
        inputSchemaHash: schemaHash(tool?.inputSchema),
        approvalSchemaHash,
        responseSchemaHash,
        ...expiry(expiresAt),
      },
    },
  }
}

/** The id under which the output of a client-run call is requested. */
export function outputInterruptId(toolCallId: string): string {
  return `client_tool_${toolCallId}`
}

/** The interrupt that hands a call to the client to run. */
export function outputInterrupt(call: AskedCall, runId: string, tool: ClientTool | undefined): AgUiInterrupt {
  const { toolCallId, toolName, input } = call
  const responseSchema = withoutDialect(tool?.outputSchema)
  const id = outputInterruptId(toolCallId)
  return {
    id,
    reason: 'tanstack:client_tool_execution',
    message: `${toolName} is ready to run on the client`,
    toolCallId,
    responseSchema,
    metadata: {
      kind: 'client_tool',
      toolName,
      input,
      'tanstack:interruptBinding': {
        ...binding('client-tool-execution', id, runId),
        toolName,
        toolCallId,
        outputSchemaHash: schemaHash(tool?.outputSchema),
        responseSchemaHash: interruptHash(canonicalJson(responseSchema)),
      },
    },
  }
}

function binding(kind: string, interruptId: string, interruptedRunId: string): JsonObject {
  return { v: BINDING_VERSION, kind, interruptId, interruptedRunId, generation: 0 }
}

function expiry(expiresAt: string | undefined): { readonly expiresAt?: string } {
  return expiresAt === undefined ? {} : { expiresAt }
}

// the schema of an answer is sent without its `$schema`, but its hash is that of the tool's own schema
function withoutDialect(schema: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(schema ?? {}).filter(([key]) => key !== '$schema'))
}
