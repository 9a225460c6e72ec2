import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/shared/lib/json'

const scalars = fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2, 1.5, -1, '', 'a', 'red', 'ab1', '1')
const names = fc.constantFrom('a', 'b', 'c')

const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 2, arbitrary: scalars },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Arguments of a call: few names and few values, so that many of them match the schemas below. */
export const arbitraryArguments: fc.Arbitrary<JsonObject> = fc.dictionary(names, values, { maxKeys: 3 })

const types = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object', 'object')
const count = fc.integer({ min: 0, max: 3 })
const patterns = fc.constantFrom('^a', '\\d', '^(?=r)', 'a|b', '^\\s*$', '[a-z]+$', '^[\\w-]*$', '(a)?\\1')
/** Draft 7 ignores everything next to a `$ref`. */
const references = fc.constantFrom('#/definitions/x', '#/definitions/y', '#')

/** Up to four of these keywords. */
function someOf(keywords: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(keywords).map(([name, value]) => value.map((one): [string, JsonValue] => [name, one]))
  return fc.uniqueArray(fc.oneof(...entries), { maxLength: 4, selector: ([name]) => name }).map((chosen) => Object.fromEntries(chosen))
}

const schemas = fc.letrec<{ any: JsonValue; keywords: JsonObject }>((tie) => {
  const any = tie('any')
  const several = fc.array(any, { minLength: 1, maxLength: 3 })
  return {
    any: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(
        fc.boolean(),
        types.map((type) => ({ type })),
        references.map(($ref) => ({ $ref })),
      ),
      { weight: 3, arbitrary: tie('keywords') },
    ),
    keywords: someOf({
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(values, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) }),
      const: values,
      minimum: count,
      maximum: count,
      exclusiveMinimum: count,
      exclusiveMaximum: count,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern: patterns,
      format: fc.constantFrom('date-time', 'int32', 'email'),
      items: fc.oneof(any, several),
      additionalItems: any,
      minItems: count,
      maxItems: count,
      contains: any,
      uniqueItems: fc.boolean(),
      properties: fc.dictionary(names, any, { minKeys: 1, maxKeys: 2 }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: any,
      patternProperties: any.map((schema) => ({ '^a': schema })),
      dependencies: fc.oneof(
        fc.constant({ a: ['b'] }),
        any.map((schema) => ({ a: schema })),
      ),
      minProperties: count,
      maxProperties: count,
      propertyNames: any,
      allOf: several,
      anyOf: several,
      oneOf: several,
      not: any,
      if: any,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
      then: any,
      else: any,
    }),
  }
})

/** Any JSON schema of draft 7, with definitions that may refer to each other and to the whole. */
export const arbitraryJsonSchemas: fc.Arbitrary<JsonObject> = fc
  .tuple(schemas.keywords, schemas.any, schemas.any)
  .map(([root, x, y]) => ({ ...root, definitions: { x, y } }))
