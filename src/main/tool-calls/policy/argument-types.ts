import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { type DeclaredTool, functionDeclaration } from '../../../shared/tools/function-declaration'

/** What a rule can compare an argument with; `other` for lists, objects and arguments of several types. */
export type ArgumentType = 'string' | 'number' | 'boolean' | 'other'

/** The facts of a tool that say what its arguments are. */
type ToolArguments = Pick<DeclaredTool, 'input' | 'parameters'>

/** The arguments of a tool in the order of its schema, with the type of each. */
export function argumentTypes(tool: ToolArguments): readonly { readonly key: string; readonly type: ArgumentType }[] {
  const { properties } = schemaOf(tool)
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([key, schema]) => ({ key, type: typeOf(isJsonObject(schema) ? schema.type : undefined) }))
}

/** Whether the tool's schema lets this argument only be one of a few values that it lists: a switch, or a choice. */
export function isChoice(tool: ToolArguments, argument: string): boolean {
  const schema = schemaOf(tool)
  const { properties } = schema
  return isJsonObject(properties) && Object.hasOwn(properties, argument) && listsValues(properties[argument], schema, 0)
}

function listsValues(schema: JsonValue | undefined, root: JsonObject, depth: number): boolean {
  if (!isJsonObject(schema) || depth > DEEPEST_CHOICE) return false
  const { type, $ref: reference } = schema
  const types = isJsonList(type) ? type : [type]
  if (schema.enum !== undefined || schema.const !== undefined) return true
  if (types.every((one) => one === 'boolean' || one === 'null')) return true
  if (typeof reference === 'string' && listsValues(referred(reference, root), root, depth + 1)) return true
  return [schema.anyOf, schema.oneOf].some(
    (branches) => isJsonList(branches) && branches.length > 0 && branches.every((branch) => listsValues(branch, root, depth + 1)),
  )
}

/** What a reference within the same schema means. */
function referred(reference: string, root: JsonObject): JsonValue | undefined {
  const [start, ...keys] = reference.split('/')
  if (start !== '#') return undefined
  return keys.reduce<JsonValue | undefined>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }, root)
}

/** References that lead deeper, or in a circle, are not followed. */
const DEEPEST_CHOICE = 8

function schemaOf({ input, parameters }: ToolArguments): JsonObject {
  const declaration = functionDeclaration({ name: 'tool', description: '', input, parameters: parameters ?? null }, 'json-schema')
  return 'parametersJsonSchema' in declaration ? declaration.parametersJsonSchema : {}
}

function typeOf(type: unknown): ArgumentType {
  if (type === 'integer') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'other'
}
