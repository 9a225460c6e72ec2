import { describe, expect, test } from 'vitest'
import { z } from '../../../src/shared/lib/zod'
import { functionDeclaration } from '../../../src/shared/tools/function-declaration'
import { processPayment } from '../../../src/shared/tools/process-payment'

const declared = (input: z.ZodType) => functionDeclaration({ name: 'tool', description: 'A tool.', input }, 'open-api')

describe('the payment tool', () => {
  test('is declared with every argument required, in JSON schema', () => {
    expect(functionDeclaration(processPayment, 'json-schema')).toMatchObject({
      name: 'process_payment',
      parametersJsonSchema: {
        type: 'object',
        required: ['recipient', 'amount', 'currency', 'account', 'reference', 'when'],
        properties: { amount: { type: 'number' }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
        additionalProperties: false,
      },
    })
  })

  test('is declared without a keyword that the OpenAPI subset refuses', () => {
    const text = JSON.stringify(functionDeclaration(processPayment, 'open-api'))
    expect(text).toContain('"type":"OBJECT"')
    expect(text).not.toMatch(/\$schema|additionalProperties|exclusiveMinimum|"format"|"const"/)
  })
})

describe('the OpenAPI subset', () => {
  test('uses nullable instead of a null type', () => {
    expect(declared(z.object({ note: z.string().nullable() }))).toMatchObject({
      parameters: { properties: { note: { type: 'STRING', nullable: true } } },
    })
  })

  test('uses an enum for one value, and anyOf for alternatives', () => {
    expect(declared(z.object({ kind: z.literal('a'), size: z.union([z.string(), z.number()]) }))).toMatchObject({
      parameters: { properties: { kind: { enum: ['a'] }, size: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] } } },
    })
  })

  test('keeps the items of lists', () => {
    expect(declared(z.object({ names: z.array(z.string().max(5)).min(1) }))).toMatchObject({
      parameters: { properties: { names: { type: 'ARRAY', minItems: 1, items: { type: 'STRING', maxLength: 5 } } } },
    })
  })

  test('accepts an argument with the name of a keyword', () => {
    expect(declared(z.object({ format: z.string(), type: z.number() }))).toMatchObject({
      parameters: { properties: { format: { type: 'STRING' }, type: { type: 'NUMBER' } } },
    })
  })
})

test('a tool whose input is not an object can’t be declared', () => {
  expect(() => declared(z.string())).toThrow('not an object')
})
