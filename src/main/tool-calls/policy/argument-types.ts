import { isJsonObject } from '../../../shared/lib/json-value'
import { type DeclaredTool, functionDeclaration } from '../../../shared/tools/function-declaration'

/** What a rule can compare an argument with; `other` for lists, objects and arguments of several types. */
export type ArgumentType = 'string' | 'number' | 'boolean' | 'other'

/** The arguments of a tool in the order of its schema, with the type of each. */
export function argumentTypes({
  input,
  parameters,
}: Pick<DeclaredTool, 'input' | 'parameters'>): readonly { readonly key: string; readonly type: ArgumentType }[] {
  const declaration = functionDeclaration({ name: 'tool', description: '', input, parameters: parameters ?? null }, 'json-schema')
  const properties = 'parametersJsonSchema' in declaration ? declaration.parametersJsonSchema.properties : undefined
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([key, schema]) => ({ key, type: typeOf(isJsonObject(schema) ? schema.type : undefined) }))
}

function typeOf(type: unknown): ArgumentType {
  if (type === 'integer') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'other'
}
