import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'
import { sameJson } from '../lib/same-json'

/** How often the same `$ref` is followed on the way from the root: a recursive schema is expanded this far. */
const UNROLLED = 2
/** The most different references that are followed on the way from the root. */
const MOST_REFERENCES = 100
const MOST_COMPARISONS = 100_000
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** A JSON schema with its references and `allOf` resolved: one set of keywords for one value. */
export interface FlatSchema {
  /** No value matches: the schema is `false`, or its parts exclude each other. */
  readonly never: boolean
  readonly keywords: ReadonlyMap<string, JsonValue>
  /** Constraints that the keywords can't express together, as text. */
  readonly notes: readonly string[]
  /** How often each reference was followed to get here. */
  readonly trail: ReadonlyMap<string, number>
}

/** The document that references point into, and a counter that stops the work on a schema that multiplies itself. */
export interface SchemaSource {
  readonly root: JsonValue
  /** The schemas of the document that have this `$anchor` or `$dynamicAnchor`. */
  anchored(name: string): readonly JsonObject[]
  /** Counts one step. False: the limit is reached. */
  spend(): boolean
  /** Whether the limit was reached: the reduced schema is then unusable. */
  isSpent(): boolean
}

/** Creates the source of a document, limited to `steps` steps. */
export function createSchemaSource(root: JsonValue, steps: number): SchemaSource {
  let left = steps
  let anchors: ReadonlyMap<string, readonly JsonObject[]> | null = null
  return {
    root,
    anchored(name) {
      anchors ??= anchorsIn(root)
      return anchors.get(name) ?? []
    },
    spend: () => --left > 0,
    isSpent: () => left <= 0,
  }
}

function anchorsIn(root: JsonValue): ReadonlyMap<string, readonly JsonObject[]> {
  const found = new Map<string, JsonObject[]>()
  const waiting: JsonValue[] = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) waiting.push(inner)
    if (!isJsonObject(value)) continue
    for (const name of new Set([value.$anchor, value.$dynamicAnchor])) {
      if (typeof name === 'string') found.set(name, [...(found.get(name) ?? []), value])
    }
  }
  return found
}

export const noTrail: ReadonlyMap<string, number> = new Map()
const nothing: FlatSchema = { never: false, keywords: new Map(), notes: [], trail: noTrail }

/**
 * Resolves `$ref`, `$dynamicRef` and `allOf` of one schema, not of its subschemas. Anything that is not a schema allows
 * every value.
 */
export function flattenSchema(schema: JsonValue | undefined, trail: ReadonlyMap<string, number>, source: SchemaSource): FlatSchema {
  if (schema === false) return { ...nothing, never: true, trail }
  if (!isJsonObject(schema) || !source.spend()) return { ...nothing, trail }
  const keywords = new Map<string, JsonValue>()
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'const') keywords.set('enum', [value])
    else if (name === 'type') {
      const types = knownTypes(value)
      if (types.length > 0) keywords.set('type', types)
    } else if (name !== '$ref' && name !== '$dynamicRef' && name !== 'allOf') keywords.set(name, value)
  }
  const own: FlatSchema = { never: false, keywords, notes: [], trail }
  const parts = isJsonList(schema.allOf) ? schema.allOf.map((part) => flattenSchema(part, trail, source)) : []
  const reference = schema.$ref ?? schema.$dynamicRef
  if (typeof reference === 'string') parts.unshift(followReference(reference, trail, source))
  return parts.reduce(mergeSchemas, own)
}

/** The types of a schema in lower case, as in JSON schema; the service's own schemas have them in capitals. */
function knownTypes(type: JsonValue): readonly string[] {
  const names = asList(type).flatMap((name) => (typeof name === 'string' ? [name.toLowerCase()] : []))
  return names.every((name) => TYPES.includes(name)) ? names : []
}

function followReference(reference: string, trail: ReadonlyMap<string, number>, source: SchemaSource): FlatSchema {
  const target = trail.size < MOST_REFERENCES ? resolveReference(source, reference) : undefined
  if (target === undefined) return { ...nothing, notes: [`See ${reference}.`], trail }
  const followed = trail.get(reference) ?? 0
  const next = new Map(trail).set(reference, followed + 1)
  if (followed < UNROLLED) return flattenSchema(target, next, source)
  const type = isJsonObject(target) && !Object.hasOwn(target, 'nullable') ? knownTypes(target.type ?? null) : []
  const keywords = new Map<string, JsonValue>(type.length === 0 ? [] : [['type', type]])
  return { never: false, keywords, notes: ['Nested in the same way again.'], trail: next }
}

/** The target of a reference inside the document: a JSON pointer or an anchor. Undefined: none, or more than one. */
function resolveReference(source: SchemaSource, reference: string): JsonValue | undefined {
  if (reference === '#') return source.root
  if (!reference.startsWith('#')) return undefined
  if (!reference.startsWith('#/')) {
    const [only, ...others] = source.anchored(reference.slice(1))
    return others.length === 0 ? only : undefined
  }
  let value: JsonValue | undefined = source.root
  for (const part of reference.slice(2).split('/')) {
    const name = decodePointer(part)
    if (isJsonList(value)) value = value[Number(name)]
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

function decodePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

/**
 * One schema that a value matches if it matches both. What one schema can't express is expressed by the first, with the
 * second as text.
 */
export function mergeSchemas(first: FlatSchema, second: FlatSchema): FlatSchema {
  const keywords = new Map(first.keywords)
  const notes = [...first.notes, ...second.notes]
  let never = first.never || second.never
  for (const [name, value] of second.keywords) {
    const before = keywords.get(name)
    if (before === undefined || sameJson(before, value)) {
      keywords.set(name, value)
      continue
    }
    const merged = mergeKeyword(name, before, value)
    if (merged === null) notes.push(`${name}: ${shortJson(value)}.`)
    else keywords.set(name, merged)
    if ((name === 'enum' || name === 'type') && isJsonList(merged) && merged.length === 0) never = true
  }
  for (const [name, value] of mergeTuples(first.keywords, second.keywords)) keywords.set(name, value)
  const trail = new Map(first.trail)
  for (const [reference, count] of second.trail) trail.set(reference, Math.max(count, trail.get(reference) ?? 0))
  return { never, keywords, notes, trail }
}

/**
 * `prefixItems` and `items` of two schemas that both define the first items of a list; empty if the keywords can be
 * merged one by one.
 */
function mergeTuples(first: FlatSchema['keywords'], second: FlatSchema['keywords']): ReadonlyMap<string, JsonValue> {
  const one = first.get('prefixItems')
  const other = second.get('prefixItems')
  if (!isJsonList(one) || !isJsonList(other) || sameJson(one, other)) return new Map()
  const rest = first.get('items') ?? true
  const otherRest = second.get('items') ?? true
  const closed = rest === false || otherRest === false
  const length = Math.max(one.length, other.length)
  const prefix = Array.from({ length }, (_, index): JsonValue => ({ allOf: [one[index] ?? rest, other[index] ?? otherRest] }))
  return new Map<string, JsonValue>([
    ['prefixItems', prefix],
    ['items', closed ? false : { allOf: [rest, otherRest] }],
  ])
}

/** Both values of a keyword as one; null if there is no such value. */
function mergeKeyword(name: string, before: JsonValue, value: JsonValue): JsonValue | null {
  switch (name) {
    case 'type':
      return commonTypes(asList(before), asList(value))
    case 'enum':
      return commonValues(asList(before), asList(value))
    case 'required':
      return [...new Set([...asList(before), ...asList(value)])]
    case 'properties':
      return isJsonObject(before) && isJsonObject(value) ? mergeProperties(before, value) : before
    case 'items':
    case 'additionalProperties':
      return both(before, value)
    case 'description':
      return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : before
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return typeof before === 'number' && typeof value === 'number' ? Math.max(before, value) : null
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return typeof before === 'number' && typeof value === 'number' ? Math.min(before, value) : null
    case 'nullable':
    case 'title':
    case 'default':
    case '$schema':
    case '$id':
    case '$comment':
    case '$defs':
    case 'definitions':
      return before
    default:
      return null
  }
}

function mergeProperties(first: JsonObject, second: JsonObject): JsonObject {
  const merged = new Map(Object.entries(first))
  for (const [name, schema] of Object.entries(second)) {
    const before = merged.get(name)
    merged.set(name, before === undefined ? schema : both(before, schema))
  }
  return Object.fromEntries(merged)
}

/** One schema of two, as a flat list instead of a nested one: a schema may have thousands of parts. */
function both(first: JsonValue, second: JsonValue): JsonObject {
  const parts = isJsonObject(first) && Object.keys(first).length === 1 && isJsonList(first.allOf) ? first.allOf : [first]
  return { allOf: [...parts, second] }
}

/** The values in both lists; if there are too many to compare, the first list, which contains them all. */
function commonValues(first: readonly JsonValue[], second: readonly JsonValue[]): readonly JsonValue[] {
  const plain = new Set(second.filter((value) => typeof value !== 'object'))
  const others = second.filter((value) => typeof value === 'object')
  if (first.length * others.length > MOST_COMPARISONS) return first
  return first.filter((one) => (typeof one === 'object' ? others.some((other) => sameJson(one, other)) : plain.has(one)))
}

function commonTypes(first: readonly JsonValue[], second: readonly JsonValue[]): readonly JsonValue[] {
  const allows = (types: readonly JsonValue[], type: JsonValue) => types.includes(type) || (type === 'integer' && types.includes('number'))
  return [...new Set([...first.filter((type) => allows(second, type)), ...second.filter((type) => allows(first, type))])]
}

function asList(value: JsonValue): readonly JsonValue[] {
  return isJsonList(value) ? value : [value]
}

/** A value as JSON of at most `characters`. */
export function shortJson(value: JsonValue, characters = 160): string {
  const text = JSON.stringify(value)
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
}
