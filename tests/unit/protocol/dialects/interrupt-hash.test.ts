import { canonicalInterruptJson, digestInterruptJson, hashSchemaInput, normalizeApprovalSchema } from '@tanstack/ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { approvalContract, interruptHash, schemaHash } from '../../../../src/shared/protocol/dialects/interrupt-hash'

const jsonSchemaOf = (schema: z.ZodType) => JSON.parse(JSON.stringify(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })))
const pay = z.object({ amount: z.number().min(0.01), recipient: z.string(), currency: z.enum(['EUR', 'JPY']).optional() })
const note = z.object({ note: z.string() })

/** Raw JSON schemas of any content: the client hashes them unchanged. */
const rawSchema = fc
  .record({ type: fc.constant('object'), properties: fc.dictionary(fc.string(), fc.jsonValue()) })
  .map((schema) => JSON.parse(JSON.stringify(schema)))

describe('the hashes that bind an answer to an approval', () => {
  it('are the package’s own for a tool without a schema', () => {
    expect(schemaHash(undefined)).toBe(hashSchemaInput(undefined))
  })

  it('agree with the package about the schema of a zod tool', () => {
    expect(schemaHash(jsonSchemaOf(pay))).toBe(hashSchemaInput(pay))
    const { responseSchema, responseSchemaHash, approvalSchemaHash } = normalizeApprovalSchema(undefined, pay)
    expect(approvalContract(jsonSchemaOf(pay))).toEqual({ responseSchema, responseSchemaHash, approvalSchemaHash })
  })

  it.each([
    ['the same for yes and no', note],
    ['for yes alone', { approve: note }],
    ['for no alone', { reject: note }],
    ['for either', { approve: note, reject: z.object({ why: z.string() }) }],
  ])('agree with the package about the content of an answer %s', (_name, schema) => {
    const ours =
      schema instanceof z.ZodType
        ? jsonSchemaOf(schema)
        : Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, jsonSchemaOf(part)]))
    const { responseSchema, responseSchemaHash, approvalSchemaHash } = normalizeApprovalSchema(schema, pay)
    expect(approvalContract(jsonSchemaOf(pay), ours)).toEqual({ responseSchema, responseSchemaHash, approvalSchemaHash })
  })

  it('agree with the package about any JSON schema and any JSON', () => {
    fc.assert(
      fc.property(rawSchema, rawSchema, (input, answer) => {
        expect(schemaHash(input)).toBe(hashSchemaInput(input))
        const { responseSchema, responseSchemaHash, approvalSchemaHash } = normalizeApprovalSchema(answer, input)
        expect(approvalContract(input, answer)).toEqual({ responseSchema, responseSchemaHash, approvalSchemaHash })
        expect(interruptHash(canonicalInterruptJson(input))).toBe(digestInterruptJson(canonicalInterruptJson(input)))
      }),
    )
  })
})
