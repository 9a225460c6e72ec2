import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDeclaredParameters } from '../../../src/main/replay/simulator/schema-rules'
import type { JsonObject, JsonValue } from '../../../src/shared/lib/json'
import { isJsonObject } from '../../../src/shared/lib/json-value'
import { z } from '../../../src/shared/lib/zod'
import { declareFunctions } from '../../../src/shared/tools/declare-functions'
import { reduceParameters } from '../../../src/shared/tools/reduce-parameters'
import { acceptedValues, looseSchemas, zodArguments } from '../../support/arbitrary-schemas'
import { fitsSchemaMessage } from '../../support/schema-message'

const jsonSchema: z.ZodType<JsonValue> = z.json()

/** The schema as the service gets it; fails if the simulator refuses it. Null: the function is left out. */
function declared(schema: JsonValue): JsonObject | 'no arguments' | null {
  const source = { name: 'tool', description: 'A tool.', parameters: isJsonObject(schema) ? schema : {} }
  const [declaration] = declareFunctions([source]).declared
  if (declaration === undefined) return null
  const { parameters, ...rest } = declaration
  checkDeclaredParameters([{ functionDeclarations: [{ ...rest, ...(parameters !== null && { parameters }) }] }], 'setup.')
  return parameters ?? 'no arguments'
}

describe('the declaration of a tool', () => {
  test('is accepted by the service, whatever the schema', () => {
    fc.assert(
      fc.property(looseSchemas, (schema) => {
        declared(schema)
      }),
      { numRuns: 300 },
    )
  })

  test('accepts every value that a JSON schema accepts', () => {
    fc.assert(
      fc.property(acceptedValues, ({ schema, value }) => {
        const parameters = declared(schema)
        expect(parameters).not.toBeNull()
        if (parameters !== 'no arguments') expect(fitsSchemaMessage(parameters, value), JSON.stringify({ parameters, value })).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('accepts every value that a zod schema accepts', () => {
    fc.assert(
      fc.property(zodArguments, ({ type, value }) => {
        const sent = jsonSchema.parse(JSON.parse(JSON.stringify(value)))
        fc.pre(type.safeParse(sent).success)
        const parameters = declared(jsonSchema.parse(z.toJSONSchema(type, { io: 'input' })))
        expect(parameters).not.toBeNull()
        if (parameters !== 'no arguments') expect(fitsSchemaMessage(parameters, sent), JSON.stringify({ parameters, sent })).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

test('lists whose parts name their first items allow the longer one', () => {
  const list = { allOf: [{ prefixItems: [{ type: 'string' }] }, { prefixItems: [true, { type: 'integer' }], items: false }] }
  const reduced = reduceParameters({ type: 'object', properties: { list } })
  expect(reduced.ok && fitsSchemaMessage(reduced.parameters ?? {}, { list: ['a', 1] })).toBe(true)
})

/** The part of a schema of arguments that is sent. */
function reducedTo(schema: JsonObject): JsonValue {
  const reduced = reduceParameters({ type: 'object', ...schema })
  return reduced.ok ? reduced.parameters : reduced.reason
}

const many = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, index) => make(index))

describe('alternatives at the root', () => {
  const circle = { type: 'object', properties: { radius: { type: 'number' } }, required: ['radius'] }

  test('leave a property free if one of them does not name it', () => {
    const parameters = reducedTo({ anyOf: [circle, { type: 'object', properties: { side: { type: 'integer' } } }] })
    expect(parameters).toMatchObject({
      properties: { radius: { anyOf: expect.arrayContaining([{ type: 'NUMBER' }, { type: 'STRING' }]) } },
    })
    expect(fitsSchemaMessage(parameters, { side: 1, radius: 'none' })).toBe(true)
  })

  test('keep the type of a property if all of them name it', () => {
    expect(reducedTo({ anyOf: [circle, { ...circle, required: [] }] })).toMatchObject({ properties: { radius: { type: 'NUMBER' } } })
  })
})

describe('a schema in another system’s style', () => {
  test('may write its types in capitals, in every part', () => {
    const parameters = reducedTo({ properties: { a: { allOf: [{ type: 'STRING' }, { type: 'string', maxLength: 3 }] } } })
    expect(parameters).toMatchObject({ properties: { a: { type: 'STRING', maxLength: 3 } } })
  })

  test('allows every value if its type is unknown', () => {
    expect(fitsSchemaMessage(reducedTo({ properties: { a: { allOf: [{ type: 'any' }, { type: 'string' }] } } }), { a: 'x' })).toBe(true)
  })

  test('uses `nullable` for null, a list of one for a constant, and text for a choice of numbers', () => {
    const properties = {
      note: { type: 'string', nullable: true },
      kind: { const: 'a' },
      size: { enum: [1, 2] },
      mode: { enum: ['a', 1, null] },
    }
    expect(reducedTo({ properties })).toMatchObject({
      properties: {
        note: { type: 'STRING', nullable: true },
        kind: { type: 'STRING', enum: ['a'] },
        size: { type: 'INTEGER', description: 'One of [1,2].' },
        mode: { anyOf: [{ type: 'STRING', enum: ['a'] }, { type: 'INTEGER' }], nullable: true },
      },
    })
  })

  test('describes dependencies on other properties as text', () => {
    const words = JSON.stringify(
      reducedTo({
        properties: { a: { type: 'string', format: 'uuid' }, b: true, c: false },
        dependentSchemas: { a: { required: ['b'] } },
        not: { required: ['c'] },
        if: { required: ['a'] },
        ...Object.fromEntries([['then', { minProperties: 2 }]]),
      }),
    )
    expect(words).toContain('Format: uuid.')
    expect(words).toContain('dependentSchemas:')
    expect(words).toContain('Not {')
    expect(words).toContain('If {')
    expect(words).not.toContain('"c":')
  })
})

describe('a property whose name the service does not take', () => {
  const long = 'n'.repeat(65)
  const properties = { 'page-size': { type: 'integer' }, [long]: true, '1st': { type: 'string' }, hidden: false, 'not-at-all': false }

  test('is said in words, under its own name, and the others are declared', () => {
    const parameters = reducedTo({ properties: { ...properties, page: { type: 'integer' } }, required: ['page-size', 'page'] })
    expect(parameters).toEqual({
      type: 'OBJECT',
      properties: { page: { type: 'INTEGER' } },
      required: ['page'],
      description: `Also takes, under exactly these names: "page-size" (required): {"type":"integer"}; "${long}"; "1st": {"type":"string"}.`,
    })
    expect(fitsSchemaMessage(parameters, { page: 1, 'page-size': 50, '1st': 'a' })).toBe(true)
  })

  test('is said in words where there is no other, and in each of several alternatives', () => {
    expect(reducedTo({ properties: { 'page-size': true } })).toMatchObject({
      properties: { any_name: {} },
      description: 'Also takes, under exactly these names: "page-size".',
    })
    const alternatives = [{ properties: { 'a-b': true, c: true } }, { properties: { 'd-e': true, c: true } }]
    const words = JSON.stringify(reducedTo({ anyOf: alternatives.map((one) => ({ type: 'object', ...one })) }))
    for (const name of ['a-b', 'd-e']) expect(words).toContain(`Also takes, under exactly these names: \\"${name}\\".`)
  })
})

test('a property that is really called as the stand-in for a name of any kind is a property like the others', () => {
  const circle = { type: 'object', properties: { any_name: { type: 'integer' }, any_name_2: true }, required: ['any_name'] }
  const parameters = reducedTo({ properties: { a: circle, free: { type: 'object' } } })
  expect(parameters).toMatchObject({
    properties: {
      a: { properties: { any_name: { type: 'INTEGER' } }, required: ['any_name'] },
      free: { properties: { any_name_3: { description: 'Stands for a property of any name.' } } },
    },
  })
  expect(fitsSchemaMessage(parameters, { a: { any_name: 1 }, free: { any_name: { deep: [] } } })).toBe(true)
})

describe('references', () => {
  test('that are circular end after two rounds', () => {
    const tree = { type: 'object', properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } } }
    const parameters = reducedTo({ properties: { root: { $ref: '#/$defs/tree' } }, $defs: { tree } })
    expect(JSON.stringify(parameters)).toContain('Nested in the same way again.')
    const leaf = { label: 'a', children: [] }
    expect(fitsSchemaMessage(parameters, { root: { label: 'a', children: [{ label: 'b', children: [leaf] }] } })).toBe(true)
  })

  test('to themselves, and to a repeated anchor, allow every value', () => {
    const $defs = { self: { $ref: '#/$defs/self' }, one: { $anchor: 'twice', type: 'string' }, two: { $anchor: 'twice', type: 'number' } }
    const parameters = reducedTo({ properties: { a: { $ref: '#/$defs/self' }, b: { $ref: '#twice' } }, $defs })
    expect(fitsSchemaMessage(parameters, { a: [1], b: true })).toBe(true)
  })
})

test.each([
  [
    'alternatives of alternatives',
    { a: { anyOf: many(3000, (minLength) => ({ minLength })), oneOf: many(3000, (maxLength) => ({ maxLength })) } },
  ],
  ['schemas that refer to each other', { a: { $ref: '#/$defs/0' } }],
  ['thousands of properties', Object.fromEntries(many(6000, (index) => [`property_${index}`, { type: 'string' }]))],
  ['more than is looked at', { a: { description: 'x'.repeat(1_000_001) } }],
])('a tool of %s is left out as too large', (_what, properties) => {
  const $defs = Object.fromEntries(many(30, (from) => [from, { anyOf: many(30, (to) => ({ $ref: `#/$defs/${to}` })) }]))
  expect(reducedTo({ properties, $defs })).toBe('too-large')
})

test.each([
  ['a list of many parts', { allOf: many(1000, (minLength) => ({ properties: { a: { minLength } } })) }],
  [
    'a chain of references',
    { properties: { a: { $ref: '#/$defs/0' } }, $defs: Object.fromEntries(many(3000, (at) => [at, { $ref: `#/$defs/${at + 1}` }])) },
  ],
  [
    'lists of thousands of values',
    { properties: { a: { allOf: [{ enum: many(3000, (at) => ({ at })) }, { enum: many(3000, (at) => ({ at: -at })) }] } } },
  ],
])('%s is reduced all the same', (_what, schema) => {
  expect(reducedTo(schema)).toMatchObject({ type: 'OBJECT', properties: { a: {} } })
})
