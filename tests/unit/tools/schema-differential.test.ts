import Ajv from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/lib/json'
import { reduceParameters } from '../../../src/shared/tools/reduce-parameters'
import { arbitraryArguments, arbitraryJsonSchemas } from '../../support/arbitrary-json-schemas'
import { fitsSchemaMessage } from '../../support/schema-message'

/** The arguments that ajv accepts; none if it can't read the schema, or if a reference in it leads to itself. */
function acceptedByAjv(schema: JsonObject, calls: readonly JsonObject[]): readonly JsonObject[] {
  try {
    const accepts = new Ajv({ format: false, logger: false }).compile(schema)
    return calls.filter((call) => accepts(call) === true)
  } catch {
    return []
  }
}

test('the reduced schema accepts what ajv accepts by the whole schema of draft 7', () => {
  let accepted = 0
  fc.assert(
    fc.property(arbitraryJsonSchemas, fc.array(arbitraryArguments, { minLength: 20, maxLength: 20 }), (schema, calls) => {
      const fitting = acceptedByAjv(schema, calls)
      accepted += fitting.length
      const reduced = reduceParameters(schema)
      if (!reduced.ok) expect(fitting, reduced.reason).toEqual([])
      else if (reduced.parameters !== null) {
        const { parameters } = reduced
        const refused = fitting.filter((call) => !fitsSchemaMessage(parameters, call))
        expect(refused, JSON.stringify(parameters)).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
  expect(accepted).toBeGreaterThan(100)
})
