import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'

/** How often the same `$ref` is followed on the way from the root: a recursive schema is spelled out this far. */
const UNROLLED = 2

/** A JSON schema with its references and `allOf` resolved: one set of keywords for one value. */
export interface FlatSchema {
  /** Nothing fits: the schema is `false`, or its parts exclude each other. */
  readonly never: boolean
  readonly keywords: ReadonlyMap<string, JsonValue>
  /** What the keywords can't hold together, in words. */
  readonly notes: readonly string[]
  /** How often each reference was followed to get here. */
  readonly trail: ReadonlyMap<string, number>
}

/** The document that references point into, and a counter that ends the work on a schema that multiplies itself. */
export interface SchemaSource {
  readonly root: JsonValue
  /** Counts one step. False: too many already. */
  spend(): boolean
}

export const noTrail: ReadonlyMap<string, number> = new Map()
const nothing: FlatSchema = { never: false, keywords: new Map(), notes: [], trail: noTrail }

/** Resolves `$ref`, `$dynamicRef` and `allOf` of one schema, not of what is inside it. Whatever is no schema allows every value. */
export function flattenSchema(schema: JsonValue | undefined, trail: ReadonlyMap<string, number>, source: SchemaSource): FlatSchema {
  if (schema === false) return { ...nothing, never: true, trail }
  if (!isJsonObject(schema) || !source.spend()) return { ...nothing, trail }
  const keywords = new Map<string, JsonValue>()
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'const') keywords.set('enum', [value])
    else if (name !== '$ref' && name !== '$dynamicRef' && name !== 'allOf') keywords.set(name, value)
  }
  const own: FlatSchema = { never: false, keywords, notes: [], trail }
  const parts = isJsonList(schema.allOf) ? schema.allOf.map((part) => flattenSchema(part, trail, source)) : []
  const reference = schema.$ref ?? schema.$dynamicRef
  if (typeof reference === 'string') parts.unshift(followReference(reference, trail, source))
  return parts.reduce(mergeSchemas, own)
}

function followReference(reference: string, trail: ReadonlyMap<string, number>, source: SchemaSource): FlatSchema {
  const target = resolveReference(source.root, reference)
  if (target === undefined) return { ...nothing, notes: [`See ${reference}.`], trail }
  const followed = trail.get(reference) ?? 0
  const next = new Map(trail).set(reference, followed + 1)
  if (followed < UNROLLED) return flattenSchema(target, next, source)
  const type = isJsonObject(target) && !Object.hasOwn(target, 'nullable') ? target.type : undefined
  const keywords = new Map<string, JsonValue>(type === undefined ? [] : [['type', type]])
  return { never: false, keywords, notes: ['Nested in the same way again.'], trail: next }
}

/** What a reference inside the document points at: a JSON pointer or an anchor. Undefined: nothing here. */
function resolveReference(root: JsonValue, reference: string): JsonValue | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#')) return undefined
  if (!reference.startsWith('#/')) return findAnchor(root, reference.slice(1), 16)
  let value: JsonValue | undefined = root
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

function findAnchor(value: JsonValue, anchor: string, levels: number): JsonObject | undefined {
  if (levels === 0 || typeof value !== 'object' || value === null) return undefined
  if (isJsonObject(value) && (value.$anchor === anchor || value.$dynamicAnchor === anchor)) return value
  for (const inner of Object.values(value)) {
    const found = findAnchor(inner, anchor, levels - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** One schema that a value fits when it fits both. What can't be said in one is said by the first, with the second in words. */
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

/** `prefixItems` and `items` of two schemas that both name the first items of a list; empty where the keywords can be merged one by one. */
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

/** Both values of a keyword as one; null where there is no such value. */
function mergeKeyword(name: string, before: JsonValue, value: JsonValue): JsonValue | null {
  switch (name) {
    case 'type':
      return commonTypes(asList(before), asList(value))
    case 'enum':
      return asList(before).filter((one) => asList(value).some((other) => sameJson(one, other)))
    case 'required':
      return [...new Set([...asList(before), ...asList(value)])]
    case 'properties':
      return isJsonObject(before) && isJsonObject(value) ? mergeProperties(before, value) : before
    case 'items':
    case 'additionalProperties':
      return { allOf: [before, value] }
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
    merged.set(name, before === undefined ? schema : { allOf: [before, schema] })
  }
  return Object.fromEntries(merged)
}

function commonTypes(first: readonly JsonValue[], second: readonly JsonValue[]): readonly JsonValue[] {
  const allows = (types: readonly JsonValue[], type: JsonValue) => types.includes(type) || (type === 'integer' && types.includes('number'))
  return [...new Set([...first.filter((type) => allows(second, type)), ...second.filter((type) => allows(first, type))])]
}

function asList(value: JsonValue): readonly JsonValue[] {
  return isJsonList(value) ? value : [value]
}

/** Whether two values are the same JSON, in whatever order the keys stand. */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
  if (isJsonList(one)) {
    return isJsonList(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index] ?? null))
  }
  if (!isJsonObject(one)) return one === other
  if (!isJsonObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name] ?? null, other[name] ?? null))
  )
}

/** A value as JSON of at most `characters`. */
export function shortJson(value: JsonValue, characters = 160): string {
  const text = JSON.stringify(value)
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
}
