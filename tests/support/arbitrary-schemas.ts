import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/shared/lib/json'
import { isJsonList, isJsonObject } from '../../src/shared/lib/json-value'
import { z } from '../../src/shared/lib/zod'

const names = fc.constantFrom(
  'a',
  'b',
  'type',
  'properties',
  '$ref',
  'enum',
  'constructor',
  '__proto__',
  'x y',
  'ü',
  'page-size',
  '1st',
  'n'.repeat(65),
)
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.string({ maxLength: 5 }),
  fc.constantFrom('', 'red', '2026-01-02T03:04:05Z'),
)

/** Objects of up to four properties, with lists at most two deep. */
const jsonObjects: fc.Arbitrary<JsonObject> = fc.letrec<{ object: JsonObject; value: JsonValue }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', maxDepth: 3 }, leaf, tie('object'), fc.array(fc.oneof(leaf, tie('object')), { maxLength: 3 })),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
})).object

type Choose = (choices: number) => number

/** A schema, and a value that it accepts. */
export interface AcceptedValue {
  readonly schema: JsonValue
  readonly value: JsonObject
}

/** JSON Schema 2020-12 of a tool's arguments, constructed so that it accepts the value. */
export const acceptedValues: fc.Arbitrary<AcceptedValue> = fc.tuple(jsonObjects, fc.infiniteStream(fc.nat(999))).map(([value, numbers]) => {
  const choose: Choose = (choices) => (numbers.next().value ?? 0) % choices
  const definitions = new Map<string, JsonValue>()
  const schema = schemaOf(value, 4, choose, definitions)
  const root = isJsonObject(schema) ? schema : {}
  return { value, schema: { ...root, $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: Object.fromEntries(definitions) } }
})

/** A random schema that accepts the value; parts of it may be among the definitions. */
function schemaOf(value: JsonValue, levels: number, choose: Choose, definitions: Map<string, JsonValue>): JsonValue {
  const again = () => schemaOf(value, levels - 1, choose, definitions)
  if (levels <= 0) return choose(2) === 0 ? true : { type: typeName(value) }
  switch (choose(14)) {
    case 0:
      return choose(2) === 0 ? true : {}
    case 1:
      return { const: value }
    case 2:
      return { enum: shuffled([value, 'red', 7, null, { a: 1 }, ''], choose) }
    case 3: {
      const name = `d${definitions.size}`
      definitions.set(name, true)
      definitions.set(name, again())
      return { $ref: `#/$defs/${name}`, description: 'A value.' }
    }
    case 4:
      return { allOf: [again(), again()], ...asObject(again()) }
    case 5:
      return { anyOf: shuffled([again(), misfitAlike(value, choose), false], choose), title: 'Choice' }
    case 6:
      return { oneOf: shuffled([again(), misfitAlike(value, choose), false], choose) }
    case 7:
      return { ...asObject(again()), not: misfit(value), if: misfit(value), ...Object.fromEntries([['then', false]]), else: again() }
    case 8: {
      const name = `r${definitions.size}`
      definitions.set(name, true)
      definitions.set(name, { anyOf: [again(), { type: 'array', items: { $ref: `#/$defs/${name}` } }] })
      return { $ref: `#/$defs/${name}` }
    }
    case 9:
      return { type: [...new Set([typeName(value), 'string', 'null'])], default: 'x', 'x-order': 3, readOnly: true }
    default:
      return keywordsOf(value, levels, choose, definitions)
  }
}

function keywordsOf(value: JsonValue, levels: number, choose: Choose, definitions: Map<string, JsonValue>): JsonObject {
  const type: JsonObject = choose(4) === 0 ? {} : { type: typeName(value) }
  const inner = (one: JsonValue) => schemaOf(one, levels - 1, choose, definitions)
  if (typeof value === 'string') {
    const length = [...value].length
    const pattern = ['', '^', '^(?=.|$)', '\\p{L}?', '[', '.*'][choose(6)] ?? ''
    const format = ['date-time', 'email', 'uri', 'int32'][choose(4)] ?? 'uuid'
    return { ...type, minLength: length, maxLength: length + choose(3), ...(pattern !== '[' && { pattern }), format }
  }
  if (typeof value === 'number') {
    const integer = Number.isInteger(value) && choose(2) === 0 ? { type: 'integer', multipleOf: 1 } : type
    const least = choose(2) === 0 ? { minimum: value } : { exclusiveMinimum: value - 1 }
    return { ...integer, ...least, ...(choose(2) === 0 ? { maximum: value } : { exclusiveMaximum: value + 0.5 }), format: 'double' }
  }
  if (isJsonList(value)) {
    const prefix = value.slice(0, choose(value.length + 1))
    const rest = value.slice(prefix.length)
    const [first] = rest
    const items = rest.length === 0 ? false : rest.length === 1 && first !== undefined ? inner(first) : { anyOf: rest.map(inner) }
    return {
      ...type,
      ...((prefix.length > 0 || choose(2) === 0) && { prefixItems: [...prefix.map(inner), ...(rest.length === 0 ? [inner('more')] : [])] }),
      ...(choose(3) > 0 && { items }),
      minItems: value.length,
      maxItems: value.length + choose(2),
    }
  }
  if (!isJsonObject(value)) return type
  const entries = Object.entries(value)
  const named = entries.filter(() => choose(4) > 0)
  const closed = named.length === entries.length && choose(2) === 0
  return {
    ...type,
    properties: Object.fromEntries([...named.map(([name, one]): [string, JsonValue] => [name, inner(one)]), ['other', misfit(value)]]),
    required: entries.filter(() => choose(2) === 0).map(([name]) => name),
    ...(closed && { additionalProperties: false }),
    ...(choose(3) === 0 && { patternProperties: { '^z': { type: 'string' } }, propertyNames: { maxLength: 20 } }),
    minProperties: choose(entries.length + 1),
    maxProperties: entries.length + 1,
    dependentRequired: { absent: ['b'] },
  }
}

/** A schema that does not accept the value. */
function misfit(value: JsonValue): JsonObject {
  return typeof value === 'string' ? { type: 'integer' } : { type: 'string', minLength: 1 }
}

/**
 * A schema that does not accept the value; for an object with properties, one of an object whose properties have other
 * types.
 */
function misfitAlike(value: JsonValue, choose: Choose): JsonObject {
  const entries = isJsonObject(value) ? Object.entries(value).filter(([name]) => name !== '__proto__') : []
  if (entries.length === 0 || choose(2) === 0) return misfit(value)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, misfit(one)])),
    required: entries.map(([name]) => name),
  }
}

function asObject(schema: JsonValue): JsonObject {
  return isJsonObject(schema) ? schema : {}
}

function shuffled(values: readonly JsonValue[], choose: Choose): readonly JsonValue[] {
  const at = choose(values.length)
  return [...values.slice(at), ...values.slice(0, at)]
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null'
  return isJsonList(value) ? 'array' : typeof value
}

const keywords = fc.constantFrom(
  ...['type', 'properties', 'items', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', '$ref', 'format', 'required'],
  ...['exclusiveMinimum', 'minimum', 'minItems', 'maxLength', 'pattern', 'prefixItems', 'patternProperties', 'additionalProperties'],
  ...['nullable', 'default', 'example', 'propertyOrdering', 'description', 'title', 'dependentSchemas', 'contains', '$defs'],
)
const words = fc.constantFrom(
  'object',
  'string',
  'array',
  'null',
  'integer',
  'number',
  'date-time',
  '#',
  '#/$defs/a',
  '#/properties/a',
  '(',
  '',
)

/** Any value that may come as a tool's schema: keywords with values of every type, meaningful or not. */
export const looseSchemas: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; schema: JsonObject; named: JsonObject }>((tie) => ({
  named: fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  schema: fc.dictionary(keywords, tie('value'), { maxKeys: 5 }),
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.oneof(words, leaf),
    tie('schema'),
    tie('named'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).schema

/** A zod schema, and values for it. */
interface TypedValues {
  readonly type: z.ZodType
  readonly values: fc.Arbitrary<unknown>
}

const plainTypes: fc.Arbitrary<TypedValues> = fc.constantFrom<TypedValues>(
  { type: z.string().max(8), values: fc.string({ maxLength: 8 }) },
  { type: z.string().regex(/^[A-Z]{3}$/), values: fc.stringMatching(/^[A-Z]{3}$/) },
  { type: z.iso.datetime(), values: fc.constant('2026-01-02T03:04:05Z') },
  { type: z.uuid(), values: fc.uuid() },
  { type: z.int().positive().max(100), values: fc.integer({ min: 1, max: 100 }) },
  { type: z.number().gt(0).lt(1), values: fc.constant(0.5) },
  { type: z.boolean().default(true), values: fc.oneof(fc.boolean(), fc.constant(undefined)) },
  { type: z.enum(['red', 'green', '']), values: fc.constantFrom('red', 'green', '') },
  { type: z.literal([1, 'two', null, false]), values: fc.constantFrom(1, 'two', null, false) },
  { type: z.unknown(), values: leaf },
  { type: z.record(z.string(), z.number()), values: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }) },
)
interface Tree {
  readonly label: string
  readonly children: readonly Tree[]
}
const treeType: z.ZodType<Tree> = z.object({ label: z.string(), children: z.lazy(() => z.array(treeType)) })
const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.record({ label: fc.string(), children: fc.constant([]) }),
    fc.record({ label: fc.string(), children: fc.array(tie('tree'), { maxLength: 2 }) }),
  ),
})).tree

const types = fc.letrec<{ type: TypedValues; object: TypedValues }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    plainTypes,
    fc.constant({ type: treeType, values: trees }),
    tie('object'),
    tie('type').map(({ type, values }) => ({ type: z.array(type).min(1), values: fc.array(values, { minLength: 1, maxLength: 3 }) })),
    tie('type').map(({ type, values }) => ({ type: type.nullable(), values: fc.oneof(values, fc.constant(null)) })),
    fc.tuple(tie('type'), tie('type')).map(([one, other]) => ({
      type: z.union([one.type, other.type]),
      values: fc.oneof(one.values, other.values),
    })),
    fc.tuple(tie('type'), tie('type')).map(([one, other]) => ({
      type: z.tuple([one.type, other.type]),
      values: fc.tuple(one.values, other.values),
    })),
  ),
  object: fc
    .uniqueArray(
      fc.tuple(
        names.filter((name) => name !== '__proto__'),
        tie('type'),
        fc.boolean(),
      ),
      { maxLength: 4, selector: ([name]) => name },
    )
    .map((entries) => ({
      type: z.object(Object.fromEntries(entries.map(([name, { type }, optional]) => [name, optional ? type.optional() : type]))),
      values: fc.record(Object.fromEntries(entries.map(([name, { values }]) => [name, values]))),
    })),
}))

/** The arguments of a tool as a zod object, with arguments that may match it. */
export const zodArguments: fc.Arbitrary<{ readonly type: z.ZodType; readonly value: unknown }> = types.object.chain(({ type, values }) =>
  values.map((value) => ({ type, value })),
)
