import type { JsonObject, JsonValue } from '../../src/shared/lib/json'
import { isJsonList, isJsonObject } from '../../src/shared/lib/json-value'

/** Whether a value matches a schema by the rules of the service's `Schema` message; formats are hints. */
export function fitsSchemaMessage(schema: JsonValue | undefined, value: JsonValue): boolean {
  if (!isJsonObject(schema)) return false
  if (value === null) return schema.nullable === true
  if (isJsonList(schema.anyOf)) return schema.anyOf.some((one) => fitsSchemaMessage(one, value))
  switch (schema.type) {
    case 'STRING':
      return typeof value === 'string' && fitsText(schema, value)
    case 'INTEGER':
      return Number.isInteger(value) && within(Number(value), schema.minimum, schema.maximum)
    case 'NUMBER':
      return typeof value === 'number' && within(value, schema.minimum, schema.maximum)
    case 'BOOLEAN':
      return typeof value === 'boolean'
    case 'ARRAY':
      return (
        isJsonList(value) &&
        within(value.length, schema.minItems, schema.maxItems) &&
        value.every((item) => fitsSchemaMessage(schema.items, item))
      )
    case 'OBJECT':
      return isJsonObject(value) && fitsObject(schema, value)
    default:
      return false
  }
}

function fitsText({ enum: values, pattern, minLength, maxLength }: JsonObject, text: string): boolean {
  return (
    (!isJsonList(values) || values.includes(text)) &&
    within([...text].length, minLength, maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text))
  )
}

function fitsObject({ properties, required, minProperties, maxProperties }: JsonObject, value: JsonObject): boolean {
  const needed = isJsonList(required) ? required : []
  return (
    within(Object.keys(value).length, minProperties, maxProperties) &&
    needed.every((name) => typeof name === 'string' && Object.hasOwn(value, name)) &&
    (!isJsonObject(properties) ||
      Object.entries(properties).every(([name, schema]) => !Object.hasOwn(value, name) || fitsSchemaMessage(schema, value[name] ?? null)))
  )
}

function within(size: number, least: JsonValue | undefined, most: JsonValue | undefined): boolean {
  return (typeof least !== 'number' || size >= least) && (typeof most !== 'number' || size <= most)
}
