import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'
import { shortJson } from './flat-schema'

/**
 * The name under which an object of free form shows what its properties hold: the service refuses objects without properties. While
 * a schema is reduced it is a name that no declared property can have; `withStandIn` gives it one that none has.
 */
export const STAND_IN = ''
const STAND_IN_NAME = 'any_name'
/**
 * Names of arguments that the service takes (genai.d.ts `FunctionDeclaration.parameters`). That it holds for properties of arguments,
 * too, is inferred.
 */
const PROPERTY_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/

/** Whether a property can be declared under its name. The client library loses one called `__proto__`. */
export function isDeclarable(name: string): boolean {
  return PROPERTY_NAME.test(name) && name !== '__proto__'
}

/** Says which properties there are that can't be declared under their names. */
export function unnamedNote(properties: readonly (readonly [string, JsonValue])[], needed: readonly string[]): string {
  if (properties.length === 0) return ''
  const each = properties.map(([name, schema]) => {
    const required = needed.includes(name) ? ' (required)' : ''
    return `${shortJson(name)}${required}${schema === true ? '' : `: ${shortJson(schema)}`}`
  })
  return `Also takes, under exactly these names: ${each.join('; ')}.`
}

/** A name for the stand-in that the schema does not mention. */
export function freeName(schema: JsonValue): string {
  const text = JSON.stringify(schema)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? STAND_IN_NAME : `${STAND_IN_NAME}_${number}`
    if (!text.includes(`"${name}"`)) return name
  }
}

/** The schema with stand-ins of this name. */
export function withStandIn(schema: JsonObject, name: string): JsonObject {
  const inner = (one: JsonValue): JsonValue => (isJsonObject(one) ? withStandIn(one, name) : one)
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([own, one]) => [own === STAND_IN ? name : own, inner(one)])),
    }),
    ...(items !== undefined && { items: inner(items) }),
    ...(isJsonList(anyOf) && { anyOf: anyOf.map(inner) }),
  }
}
