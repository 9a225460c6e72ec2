import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject, isNestedDeeperThan, withoutKey } from '../lib/json-value'
import { createSchemaSource, type FlatSchema, flattenSchema, mergeSchemas, noTrail, type SchemaSource } from './flat-schema'
import { isPlainPattern } from './plain-pattern'
import { freeName, isDeclarable, STAND_IN, unnamedNote, withStandIn } from './property-names'
import { isTextEnum, listed, schemaNotes } from './schema-notes'

/** Why a tool's arguments can't be declared to the service. */
export type SchemaRefusal = 'not-an-object' | 'too-large' | 'too-deep'

/** The arguments of a function in the service's form; `parameters` is null if there are none. */
export type ReducedParameters =
  | { readonly ok: true; readonly parameters: JsonObject | null }
  | { readonly ok: false; readonly reason: SchemaRefusal }

/** The largest reduced schema of one function, in characters of JSON. */
export const largestParameters = 32_768
const DEEPEST_SOURCE = 128
/** Larger schemas are not reduced, in characters of JSON. */
const LARGEST_SOURCE = 1_000_000

interface Limits {
  /** How deep objects and lists are described. */
  readonly levels: number
  readonly description: number
  /** The longest list of allowed texts. */
  readonly values: number
  /** The most schemas that are visited. */
  readonly steps: number
}

/** From exact to coarse: the first pass with a small enough schema is used. */
const passes: readonly Limits[] = [
  { levels: 8, description: 1000, values: 500, steps: 5000 },
  { levels: 4, description: 200, values: 100, steps: 5000 },
  { levels: 2, description: 80, values: 20, steps: 5000 },
]

/** The values that match a schema, one entry for each type. */
interface Reduced {
  readonly variants: readonly JsonObject[]
  readonly nullable: boolean
  readonly description: string
}

interface Reduction {
  readonly source: SchemaSource
  readonly limits: Limits
}

type ValueType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'

const TYPES: readonly ValueType[] = ['string', 'number', 'boolean', 'object', 'array']
const LARGEST_CHOICE = 32
const LARGEST_DEFAULT = 300

/**
 * Reduces a JSON schema (2020-12, draft 7, OpenAPI 3) of a function's arguments to the fields of the service's `Schema`
 * message (genai.d.ts `Schema`; ai.google.dev/api/caching#Schema). What the message has no field for, and a property whose name the
 * service does not take, is said in the descriptions: arguments come under their own names. The reduced schema accepts all that the original accepts; lists inside lists of values of any kind are
 * spelled out three deep.
 */
export function reduceParameters(schema: JsonValue): ReducedParameters {
  if (isNestedDeeperThan(schema, DEEPEST_SOURCE)) return { ok: false, reason: 'too-deep' }
  if (JSON.stringify(schema).length > LARGEST_SOURCE) return { ok: false, reason: 'too-large' }
  for (const limits of passes) {
    const source = createSchemaSource(schema, limits.steps)
    const reduced = reduceRoot(schema, { source, limits })
    if (source.isSpent()) continue
    if (reduced === null) return { ok: false, reason: 'not-an-object' }
    const root = withStandIn(reduced, freeName(schema))
    if (JSON.stringify(root).length <= largestParameters) {
      return { ok: true, parameters: root.properties === undefined ? null : root }
    }
  }
  return { ok: false, reason: 'too-large' }
}

/**
 * Arguments are always an object: if the root has alternatives, the result has the properties of all of them, and
 * requires those that all of them require.
 */
function reduceRoot(schema: JsonValue, reduction: Reduction): JsonObject | null {
  const flat = flattenSchema(schema, noTrail, reduction.source)
  const { variants, description } = reduceFlat(flat, reduction.limits.levels, reduction)
  const objects = variants.filter(({ type }) => type === 'OBJECT')
  const [first, ...others] = objects
  if (first === undefined) return null
  const root = others.length === 0 ? first : joinObjects(objects)
  const whole = described(root, description, reduction)
  return saysNothing(flat) ? withoutKey(whole, 'properties') : whole
}

/** Whether an object has no properties and allows no others: then the function has no parameters. */
function saysNothing({ keywords }: FlatSchema): boolean {
  const properties = keywords.get('properties')
  const free = ['required', 'patternProperties', 'anyOf', 'oneOf', 'minProperties'].some((keyword) => keywords.has(keyword))
  const others = keywords.get('additionalProperties')
  return !free && (others === undefined || others === false) && !(isJsonObject(properties) && Object.keys(properties).length > 0)
}

function joinObjects(objects: readonly JsonObject[]): JsonObject {
  const names = new Set(objects.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])))
  const properties = [...names].map((name): [string, JsonObject] => {
    const schemas = objects.map(({ properties }) => {
      const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
      // An alternative that does not name the property may still contain it, with any value.
      return isJsonObject(schema) ? schema : null
    })
    const named = schemas.filter((schema) => schema !== null)
    return [name, joinSchemas(named.length < schemas.length ? [...named, anyValue(3)] : named)]
  })
  const required = [...names].filter((name) => objects.every((object) => isJsonList(object.required) && object.required.includes(name)))
  const choices = objects.map(({ required }) => (isJsonList(required) ? listed(required) : '')).filter((choice) => choice !== '')
  const notes = new Set(objects.flatMap(({ description }) => (typeof description === 'string' ? [description] : [])))
  const words = [...(choices.length > 1 ? [`Either ${choices.join('; or ')}.`] : []), ...notes]
  return {
    type: 'OBJECT',
    ...(words.length > 0 && { description: words.join(' ') }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

function joinSchemas(schemas: readonly JsonObject[]): JsonObject {
  const variants = schemas.flatMap((schema): readonly JsonObject[] =>
    isJsonList(schema.anyOf) ? schema.anyOf.filter(isJsonObject) : [withoutKey(schema, 'nullable')],
  )
  const nullable = schemas.some((schema) => schema.nullable === true)
  return finish({ variants: compact(variants), nullable, description: '' })
}

/** Reduces one schema below the root. Null: no value matches it. */
function reduceSchema(schema: JsonValue | undefined, levels: number, trail: FlatSchema['trail'], reduction: Reduction): JsonObject | null {
  const reduced = reduceFlat(flattenSchema(schema, trail, reduction.source), levels, reduction)
  if (reduced.variants.length === 0 && !reduced.nullable) return null
  return finish({ ...reduced, description: cut(reduced.description, reduction.limits.description) })
}

function finish({ variants, nullable, description }: Reduced): JsonObject {
  const [only, ...others] = variants
  const canBeNull = nullable ? { nullable: true } : {}
  const words = description === '' ? {} : { description }
  if (only === undefined) return { type: 'STRING', ...canBeNull, description: `${description} Always null.`.trim() }
  if (others.length > 0) return { ...words, anyOf: variants, ...canBeNull }
  const own = typeof only.description === 'string' && only.description !== description ? [only.description] : []
  const both = [description, ...own].filter((part) => part !== '').join(' ')
  return { ...only, ...(both !== '' && { description: both }), ...canBeNull }
}

function reduceFlat(flat: FlatSchema, levels: number, reduction: Reduction): Reduced {
  if (flat.never || reduction.source.isSpent()) return { variants: [], nullable: false, description: '' }
  const choice = (['anyOf', 'oneOf'] as const).find((keyword) => {
    const alternatives = flat.keywords.get(keyword)
    return isJsonList(alternatives) && alternatives.length > 0
  })
  return choice === undefined ? reduceTypes(flat, levels, reduction) : reduceChoice(flat, choice, levels, reduction)
}

/** The alternatives, each merged with the constraints that apply to all of them. */
function reduceChoice(flat: FlatSchema, keyword: 'anyOf' | 'oneOf', levels: number, reduction: Reduction): Reduced {
  const alternatives = flat.keywords.get(keyword)
  const head = ['title', 'description', 'default', 'example', 'examples']
  const common = new Map([...flat.keywords].filter(([name]) => name !== keyword && !head.includes(name)))
  const base: FlatSchema = { ...flat, keywords: common, notes: [] }
  const reduced: Reduced[] = []
  for (const alternative of isJsonList(alternatives) ? alternatives : []) {
    if (reduction.source.isSpent()) break
    reduced.push(reduceFlat(mergeSchemas(base, flattenSchema(alternative, flat.trail, reduction.source)), levels, reduction))
  }
  const variants = reduced.flatMap(({ variants, description }) => variants.map((variant) => described(variant, description, reduction)))
  const kept = compact(variants)
  return {
    variants: kept.length <= LARGEST_CHOICE ? kept : freeVariants(new Set(kept.flatMap(typeOfVariant)), 3),
    nullable: reduced.some(({ nullable }) => nullable),
    description: headOf(new Map([...flat.keywords].filter(([name]) => head.includes(name))), flat.notes, reduction),
  }
}

function typeOfVariant({ type }: JsonObject): readonly ValueType[] {
  const known = [...TYPES, 'integer' as const].find((name) => name.toUpperCase() === type)
  return known === undefined ? [] : [known]
}

/** Removes duplicate alternatives, and merges alternatives that are text enums into one list. */
function compact(variants: readonly JsonObject[]): readonly JsonObject[] {
  const different = [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()]
  const lists = different.filter(isTextList)
  if (lists.length < 2) return different
  const values = [...new Set(lists.flatMap(({ enum: texts }) => (isJsonList(texts) ? texts : [])))]
  const words = lists.flatMap(({ description, enum: texts }) =>
    typeof description === 'string' && isJsonList(texts) ? [`${listed(texts)}: ${description}`] : [],
  )
  const joined: JsonObject = { type: 'STRING', enum: values, ...(words.length > 0 && { description: words.join(' ') }) }
  const [firstList] = lists
  return different.flatMap((variant) => (variant === firstList ? [joined] : isTextList(variant) ? [] : [variant]))
}

function isTextList(variant: JsonObject): boolean {
  return isJsonList(variant.enum) && Object.keys(variant).every((name) => ['type', 'enum', 'description'].includes(name))
}

function reduceTypes(flat: FlatSchema, levels: number, reduction: Reduction): Reduced {
  const { keywords } = flat
  const types = allowedTypes(keywords)
  const description = headOf(keywords, [...flat.notes, ...schemaNotes(keywords)], reduction)
  const nullable = types.has('null')
  const wanted = [...TYPES, 'integer' as const].filter((type) => types.has(type))
  const variants = wanted.map((type) => reduceType(type, flat, levels, reduction))
  const [only] = variants
  if (only === undefined || variants.length > 1) return { variants, nullable, description }
  const extras: JsonObject = Object.fromEntries(
    ['title', 'default', 'example'].flatMap((name) => {
      const value = keywords.get(name) ?? null
      const fits = name === 'title' ? typeof value === 'string' : value !== null && JSON.stringify(value).length <= LARGEST_DEFAULT
      return fits ? [[name, value] as const] : []
    }),
  )
  return { variants: [{ ...only, ...extras }], nullable, description }
}

/**
 * The types that a schema allows; without `type` it allows all, and its constraints on one type apply only to that
 * type.
 */
function allowedTypes(keywords: ReadonlyMap<string, JsonValue>): ReadonlySet<ValueType | 'null'> {
  const type = keywords.get('type')
  const named = isJsonList(type) ? type : []
  const known = [...TYPES, 'integer' as const, 'null' as const].filter((name) => named.includes(name))
  const types = new Set(known.length === 0 ? [...TYPES, 'null' as const] : known)
  if (keywords.get('nullable') === true) types.add('null')
  if (types.has('number')) types.delete('integer')
  const values = keywords.get('enum')
  if (!isJsonList(values)) return types
  const numbers = values.filter((value) => typeof value === 'number')
  const kinds = new Set(values.map(kindOf))
  const whole = numbers.every((value) => Number.isSafeInteger(value))
  return new Set(
    [...types].flatMap((name) => {
      if (name === 'number' && whole && kinds.has('number')) return ['integer' as const]
      return kinds.has(name === 'integer' ? 'number' : name) ? [name] : []
    }),
  )
}

function kindOf(value: JsonValue): ValueType | 'null' {
  if (value === null) return 'null'
  if (isJsonList(value)) return 'array'
  return isJsonObject(value) ? 'object' : typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean'
}

function reduceType(type: ValueType, flat: FlatSchema, levels: number, reduction: Reduction): JsonObject {
  switch (type) {
    case 'string':
      return stringSchema(flat.keywords, reduction)
    case 'number':
    case 'integer':
      return numberSchema(type, flat.keywords)
    case 'boolean':
      return { type: 'BOOLEAN' }
    case 'array':
      return arraySchema(flat, levels, reduction)
    case 'object':
      return objectSchema(flat, levels, reduction)
  }
}

function stringSchema(keywords: ReadonlyMap<string, JsonValue>, { limits }: Reduction): JsonObject {
  const values = keywords.get('enum')
  const texts = isJsonList(values) ? values.filter((value) => typeof value === 'string') : []
  const pattern = keywords.get('pattern')
  return {
    type: 'STRING',
    ...(isTextEnum(texts) && texts.length <= limits.values ? { enum: [...new Set(texts)] } : {}),
    ...(keywords.get('format') === 'date-time' && { format: 'date-time' }),
    ...counts(keywords, ['minLength', 'maxLength']),
    ...(isPlainPattern(pattern) && { pattern }),
  }
}

function numberSchema(type: 'number' | 'integer', keywords: ReadonlyMap<string, JsonValue>): JsonObject {
  const format = keywords.get('format')
  const formats = type === 'integer' ? ['int32', 'int64'] : ['float', 'double']
  const minimum = bound(keywords, 'minimum', 'exclusiveMinimum', Math.max)
  const maximum = bound(keywords, 'maximum', 'exclusiveMaximum', Math.min)
  return {
    type: type.toUpperCase(),
    ...(typeof format === 'string' && formats.includes(format) && { format }),
    ...(minimum !== null && { minimum }),
    ...(maximum !== null && { maximum }),
  }
}

/** The tighter of both bounds; a text says that an exclusive bound itself is not allowed. */
function bound(keywords: ReadonlyMap<string, JsonValue>, inclusive: string, exclusive: string, tighter: typeof Math.max): number | null {
  const bounds = [keywords.get(inclusive), keywords.get(exclusive)].filter((value) => typeof value === 'number' && Number.isFinite(value))
  return bounds.length === 0 ? null : tighter(...bounds.map(Number))
}

function counts(keywords: ReadonlyMap<string, JsonValue>, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = keywords.get(name)
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [[name, value]] : []
    }),
  )
}

function arraySchema(flat: FlatSchema, levels: number, reduction: Reduction): JsonObject {
  const { keywords, trail } = flat
  const items = keywords.get('items')
  const prefix = keywords.get('prefixItems') ?? (isJsonList(items) ? items : undefined)
  const rest = isJsonList(items) ? keywords.get('additionalItems') : items
  const counted = counts(keywords, ['minItems', 'maxItems'])
  if (isJsonList(prefix) && prefix.length > 0) {
    const last = rest === false ? { maxItems: Math.min(prefix.length, Number(counted.maxItems ?? prefix.length)) } : {}
    const all = { anyOf: rest === false ? prefix : [...prefix, rest ?? true] }
    return { type: 'ARRAY', items: itemSchema(all, levels, trail, reduction), ...counted, ...last }
  }
  if (rest === false) return { type: 'ARRAY', items: { type: 'STRING' }, maxItems: 0 }
  return { type: 'ARRAY', items: itemSchema(rest, levels, trail, reduction), ...counted }
}

function itemSchema(items: JsonValue | undefined, levels: number, trail: FlatSchema['trail'], reduction: Reduction): JsonObject {
  const free = items === undefined || items === true || (isJsonObject(items) && Object.keys(items).length === 0)
  if (free || levels <= 1) return anyValue(2)
  return reduceSchema(items, levels - 1, trail, reduction) ?? anyValue(0)
}

/**
 * A value of any kind. The service requires a type for every schema, so all types are listed; `lists`: how deep lists
 * may be nested.
 */
function anyValue(lists: number): JsonObject {
  return { anyOf: freeVariants(new Set(lists > 0 ? TYPES : TYPES.filter((type) => type !== 'array')), lists), nullable: true }
}

function freeVariants(types: ReadonlySet<ValueType>, lists: number): readonly JsonObject[] {
  return [...types].map((type): JsonObject => {
    if (type === 'array') return { type: 'ARRAY', items: anyValue(lists - 1) }
    return type === 'object' ? { type: 'OBJECT', properties: { [STAND_IN]: scalar } } : { type: type.toUpperCase() }
  })
}

const scalar: JsonObject = {
  description: 'Stands for a property of any name.',
  anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'BOOLEAN' }],
  nullable: true,
}

function objectSchema(flat: FlatSchema, levels: number, reduction: Reduction): JsonObject {
  const { keywords, trail } = flat
  const counted = counts(keywords, ['minProperties', 'maxProperties'])
  const given = keywords.get('properties')
  const listed = new Map(isJsonObject(given) ? Object.entries(given) : [])
  const needed = namesIn(keywords.get('required'))
  for (const name of needed) if (!listed.has(name)) listed.set(name, true)
  const unnamed = [...listed].filter(([name, schema]) => !isDeclarable(name) && schema !== false)
  for (const name of listed.keys()) if (!isDeclarable(name)) listed.delete(name)
  const note = unnamedNote(unnamed, needed)
  const words = note === '' ? {} : { description: note }
  if (listed.size === 0 || levels <= 0)
    return { type: 'OBJECT', properties: { [STAND_IN]: standIn(flat, levels, reduction) }, ...words, ...counted }
  const properties = new Map<string, JsonObject>()
  for (const [name, schema] of listed) {
    const reduced = propertySchema(schema, levels, trail, reduction)
    if (reduced !== null) properties.set(name, reduced)
  }
  if (properties.size === 0) return { type: 'OBJECT', properties: { [STAND_IN]: scalar }, ...words, ...counted }
  const required = needed.filter((name) => properties.has(name))
  const ordering = namesIn(keywords.get('propertyOrdering'))
  return {
    type: 'OBJECT',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(ordering.length === properties.size && ordering.every((name) => properties.has(name)) && { propertyOrdering: ordering }),
    ...words,
    ...counted,
  }
}

function propertySchema(schema: JsonValue, levels: number, trail: FlatSchema['trail'], reduction: Reduction): JsonObject | null {
  if (schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0)) return anyValue(3)
  return reduceSchema(schema, levels - 1, trail, reduction)
}

/** The values of a free-form object's properties. */
function standIn({ keywords, trail }: FlatSchema, levels: number, reduction: Reduction): JsonObject {
  const others = keywords.get('additionalProperties')
  const lone = !keywords.has('patternProperties') && isJsonObject(others) && Object.keys(others).length > 0 && levels > 0
  const reduced = lone ? reduceSchema(others, levels - 1, trail, reduction) : null
  if (reduced === null) return scalar
  const description = typeof reduced.description === 'string' ? ` ${reduced.description}` : ''
  return { ...reduced, description: `Stands for a property of any name.${description}` }
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonList(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : []
}

function headOf(keywords: ReadonlyMap<string, JsonValue>, notes: readonly string[], { limits }: Reduction): string {
  const own = keywords.get('description')
  return cut([...(typeof own === 'string' ? [own.trim()] : []), ...notes].filter((part) => part !== '').join(' '), limits.description)
}

function described(schema: JsonObject, description: string, { limits }: Reduction): JsonObject {
  const own = typeof schema.description === 'string' ? schema.description : ''
  const both = [description, own].filter((part, index, all) => part !== '' && all.indexOf(part) === index).join(' ')
  return both === '' ? schema : { ...schema, description: cut(both, limits.description) }
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
}
