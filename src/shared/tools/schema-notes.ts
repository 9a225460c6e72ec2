import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'
import { shortJson } from './flat-schema'
import { isPlainPattern } from './plain-pattern'

/** Keywords that the `Schema` message has a field for, and those that do not constrain a value. */
const SAID_OTHERWISE = new Set([
  ...['type', 'title', 'description', 'nullable', 'default', 'example', 'properties', 'required', 'propertyOrdering', 'items'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minLength', 'maxLength', 'minimum', 'maximum', 'anyOf', 'oneOf'],
  ...['$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$defs', 'definitions', '$vocabulary', 'then', 'else'],
])
/** Formats that the message accepts for some type; others are described as text. */
const FORMATS: ReadonlySet<JsonValue> = new Set(['date-time', 'int32', 'int64', 'float', 'double'])

/** The constraints that the service's `Schema` message has no field for, one sentence each. */
export function schemaNotes(keywords: ReadonlyMap<string, JsonValue>): readonly string[] {
  const notes: string[] = []
  for (const [keyword, value] of keywords) {
    const note = SAID_OTHERWISE.has(keyword) ? null : noteOf(keyword, value, keywords)
    if (note !== null) notes.push(note)
  }
  return notes
}

function noteOf(keyword: string, value: JsonValue, keywords: ReadonlyMap<string, JsonValue>): string | null {
  switch (keyword) {
    case 'enum':
      return enumNote(value)
    case 'format':
      return FORMATS.has(value) ? null : `Format: ${plain(value)}.`
    case 'pattern':
      return isPlainPattern(value) ? null : `Must match the pattern ${plain(value)}.`
    case 'exclusiveMinimum':
      return typeof value === 'number' ? `Greater than ${value}.` : value === true ? 'Greater than the minimum.' : null
    case 'exclusiveMaximum':
      return typeof value === 'number' ? `Less than ${value}.` : value === true ? 'Less than the maximum.' : null
    case 'multipleOf':
      return `A multiple of ${plain(value)}.`
    case 'uniqueItems':
      return value === true ? 'No item twice.' : null
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return otherPropertiesNote(value)
    case 'unevaluatedItems':
    case 'additionalItems':
      return value === false ? 'No further items.' : null
    case 'prefixItems':
      return `Items in this order: ${plain(value)}.`
    case 'if':
      return `If ${plain(value)}${branch('then', keywords)}${branch('else', keywords)}.`
    case 'not':
      return `Not ${plain(value)}.`
    case 'dependentRequired':
      return isJsonObject(value) ? dependencies(value) : null
    case 'readOnly':
      return value === true ? 'Read-only.' : null
    case 'writeOnly':
      return value === true ? 'Write-only.' : null
    case 'deprecated':
      return value === true ? 'Deprecated.' : null
    case 'examples':
      return isJsonList(value) && value.length > 0 ? `Examples: ${value.map((one) => plain(one)).join(', ')}.` : null
    default:
      return `${keyword}: ${plain(value)}.`
  }
}

/** The field `enum` is used only if all values are texts that the service accepts. */
function enumNote(value: JsonValue): string | null {
  const values = isJsonList(value) ? value.filter((one) => one !== null) : []
  if (values.length === 0 || isTextEnum(values)) return null
  return values.length === 1 ? `Always ${shortJson(values[0] ?? null)}.` : `One of ${shortJson(values, 400)}.`
}

/** Whether the field `enum` can have these values: texts, none of them empty. */
export function isTextEnum(values: JsonValue | undefined): values is readonly string[] {
  return isJsonList(values) && values.length > 0 && values.every((value) => typeof value === 'string' && value !== '')
}

function otherPropertiesNote(value: JsonValue): string {
  if (value === false) return 'No other properties.'
  return value === true || (isJsonObject(value) && Object.keys(value).length === 0)
    ? 'Other properties are allowed.'
    : `Other properties: ${plain(value)}.`
}

function branch(name: 'then' | 'else', keywords: ReadonlyMap<string, JsonValue>): string {
  const value = keywords.get(name)
  return value === undefined ? '' : ` ${name} ${plain(value)}`
}

function dependencies(value: JsonObject): string {
  return Object.entries(value)
    .map(([name, needed]) => `With ${name} also ${isJsonList(needed) ? listed(needed) : plain(needed)}.`)
    .join(' ')
}

/** The values of a list as text: texts without quotes, each of bounded length. */
export function listed(values: readonly JsonValue[]): string {
  return values.map(plain).join(', ')
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? (value.length <= 160 ? value : `${value.slice(0, 159)}…`) : shortJson(value)
}
