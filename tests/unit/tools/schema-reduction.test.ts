import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDeclaredParameters } from '../../../src/main/replay/simulator/schema-rules'
import type { JsonObject, JsonValue } from '../../../src/shared/lib/json'
import { isJsonObject } from '../../../src/shared/lib/json-value'
import { z } from '../../../src/shared/lib/zod'
import { declareFunctions } from '../../../src/shared/tools/declare-functions'
import { reduceParameters } from '../../../src/shared/tools/open-api-schema'
import { acceptedValues, looseSchemas, zodArguments } from '../../support/arbitrary-schemas'
import { fitsSchemaMessage } from '../../support/schema-message'

const jsonSchema: z.ZodType<JsonValue> = z.json()

/** The schema as the service gets it; fails where the simulator refuses it. Null: the function is set aside. */
function declared(schema: JsonValue): JsonObject | 'no arguments' | null {
  const source = { name: 'tool', description: 'A tool.', parameters: isJsonObject(schema) ? schema : {} }
  const [declaration] = declareFunctions([source]).declared
  if (declaration === undefined) return null
  const { parameters, ...rest } = declaration
  checkDeclaredParameters([{ functionDeclarations: [{ ...rest, ...(parameters !== null && { parameters }) }] }], 'setup.')
  return parameters ?? 'no arguments'
}

describe('what the service is told of a tool', () => {
  test('is taken by the service, whatever the schema says', () => {
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

test('lists whose parts name their first items keep room for the longer one', () => {
  const list = { allOf: [{ prefixItems: [{ type: 'string' }] }, { prefixItems: [true, { type: 'integer' }], items: false }] }
  const reduced = reduceParameters({ type: 'object', properties: { list } })
  expect(reduced.ok && fitsSchemaMessage(reduced.parameters ?? {}, { list: ['a', 1] })).toBe(true)
})
