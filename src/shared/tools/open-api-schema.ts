import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'

/** The keywords of Gemini's `Schema` message that a JSON schema shares with it. Anything else is refused by the service. */
const KEPT = new Set([
  'title',
  'description',
  'enum',
  'default',
  'required',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
])

/** Turns a JSON schema into the OpenAPI subset of `FunctionDeclaration.parameters`. What the subset can't say is left out. */
export function openApiSchema(schema: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (KEPT.has(keyword)) result[keyword] = value
    else if (keyword === 'type') Object.assign(result, typeOf(value))
    else if (keyword === 'const') result.enum = [value]
    else if (keyword === 'items' && isJsonObject(value)) result.items = openApiSchema(value)
    else if (keyword === 'properties' && isJsonObject(value)) result.properties = propertiesOf(value)
    else if (keyword === 'anyOf' || keyword === 'oneOf') Object.assign(result, alternativesOf(value))
  }
  return result
}

function typeOf(type: JsonValue): JsonObject {
  const names = typeof type === 'string' ? [type] : list(type).filter((name) => typeof name === 'string')
  const [only, ...others] = names.filter((name) => name !== 'null').map((name) => ({ type: name.toUpperCase() }))
  const nullable = names.includes('null') ? { nullable: true } : {}
  if (only === undefined) return nullable
  return others.length === 0 ? { ...only, ...nullable } : { anyOf: [only, ...others], ...nullable }
}

function propertiesOf(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => (isJsonObject(value) ? [[name, openApiSchema(value)]] : [])),
  )
}

function alternativesOf(value: JsonValue): JsonObject {
  const schemas = list(value).filter(isJsonObject)
  const [only, ...others] = schemas.filter((schema) => schema.type !== 'null').map(openApiSchema)
  const nullable = schemas.some((schema) => schema.type === 'null') ? { nullable: true } : {}
  if (only === undefined) return nullable
  return others.length === 0 ? { ...only, ...nullable } : { anyOf: [only, ...others], ...nullable }
}

function list(value: JsonValue): readonly JsonValue[] {
  return isJsonList(value) ? value : []
}
