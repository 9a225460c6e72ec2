import type { JsonObject } from '../lib/json'
import { jsonObjectSchema } from '../lib/json-object'
import { withoutKey } from '../lib/json-value'
import { z } from '../lib/zod'
import { reduceParameters } from './reduce-parameters'

/**
 * A function in Gemini's form: `parametersJsonSchema` if the model accepts JSON schema, otherwise `parameters` (OpenAPI
 * subset).
 */
export type FunctionDeclaration =
  | { readonly name: string; readonly description: string; readonly parametersJsonSchema: JsonObject }
  | { readonly name: string; readonly description: string; readonly parameters?: JsonObject }

/** The facts of a tool that a declaration needs. */
export interface DeclaredTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  /** the JSON schema of its arguments, where it is not made from `input` */
  readonly parameters?: JsonObject | null
}

/**
 * Declares a tool to Gemini from its input schema. What JSON schema can't express (a refinement) is checked when the
 * model calls. Throws on a schema that is not an object of JSON values.
 */
export function functionDeclaration(tool: DeclaredTool, dialect: 'json-schema' | 'open-api'): FunctionDeclaration {
  const { name, description } = tool
  const schema = inputSchema(tool)
  if (dialect === 'json-schema') return { name, description, parametersJsonSchema: schema }
  const reduced = reduceParameters(schema)
  if (!reduced.ok) throw new TypeError(`the input of ${name} can't be declared: ${reduced.reason}`)
  return { name, description, ...(reduced.parameters !== null && { parameters: reduced.parameters }) }
}

function inputSchema(tool: DeclaredTool): JsonObject {
  if (tool.parameters) return tool.parameters
  const schema = jsonObjectSchema.parse(z.toJSONSchema(tool.input, { io: 'input' }))
  if (schema.type !== 'object') throw new TypeError(`the input of ${tool.name} is not an object`)
  return withoutKey(schema, '$schema')
}
