import { canonicalJson } from '../../lib/canonical-json'
import type { JsonObject, JsonValue } from '../../lib/json'
import { isJsonObject } from '../../lib/json-value'
import { sha256Hex } from '../../lib/sha256'

/** What an answer must contain besides yes or no: one schema for both, or one for each. */
export type AnswerSchema = JsonObject | { readonly approve?: JsonObject; readonly reject?: JsonObject }

/** The schema of the answers to an approval, and the binding of an answer to it. */
export interface ApprovalContract {
  readonly responseSchema: JsonObject
  readonly responseSchemaHash: string
  readonly approvalSchemaHash: string
}

/** The hash of a JSON text in `tanstack:interruptBinding` (`@tanstack/ai` 0.58.0, `digestInterruptJson`). */
export function interruptHash(canonicalText: string): string {
  return `sha256:${sha256Hex(canonicalText)}`
}

/** The hash of a tool's input or output schema; a missing schema has a hash as well (`hashSchemaInput`). */
export function schemaHash(schema: JsonObject | undefined): string {
  return interruptHash(schema === undefined ? 'undefined' : canonicalJson(schema))
}

/**
 * The contract that the client computes from its own copy of the tool; it shows a typed approval only if the hashes
 * agree (`normalizeApprovalSchema`). The schemas must be exactly those of the client's tool, including `$schema`.
 */
export function approvalContract(inputSchema: JsonObject | undefined, answerSchema?: AnswerSchema): ApprovalContract {
  const { approve, reject } = branches(answerSchema)
  const edited = inputSchema === undefined ? {} : { editedArgs: inputSchema }
  const responseSchema: JsonObject = { oneOf: [decision(true, approve, edited), decision(false, reject, {})] }
  return {
    responseSchema,
    responseSchemaHash: interruptHash(canonicalJson(responseSchema)),
    approvalSchemaHash: interruptHash(canonicalJson({ approve, reject })),
  }
}

function decision(approved: boolean, payload: JsonObject | null, edited: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { approved: { const: approved }, ...edited, ...(payload === null ? {} : { payload }) },
    required: payload === null ? ['approved'] : ['approved', 'payload'],
    additionalProperties: false,
  }
}

function branches(schema: AnswerSchema | undefined): { readonly approve: JsonObject | null; readonly reject: JsonObject | null } {
  if (schema === undefined) return { approve: null, reject: null }
  const names = Object.keys(schema)
  const isMap = names.length > 0 && names.every((name) => name === 'approve' || name === 'reject')
  if (!isMap) return { approve: schema, reject: schema }
  return { approve: objectOf(schema.approve), reject: objectOf(schema.reject) }
}

function objectOf(value: JsonValue | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null
}
