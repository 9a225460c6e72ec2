import { expect, it } from 'vitest'
import { calls, events } from '../../../src/shared/ipc/contract'
import { z } from '../../../src/shared/lib/zod'

/** Every name of a text field, at any depth of a schema. */
function textFields(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set<string>()
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) collect(one)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties')
        for (const [name, field] of Object.entries(value ?? {})) if (/"(string|array)"/.test(JSON.stringify(field))) names.add(name)
      collect(value)
    }
  }
  collect(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
  return names
}

it('has no reply and no event that could contain a key: a secret goes to main, and never back', () => {
  const told: readonly (readonly [string, z.ZodType])[] = [
    ...Object.entries(calls).map(([name, { reply }]) => [name, reply] as const),
    ...Object.entries(events).map(([name, event]) => [name, event] as const),
  ]
  const secret = /^(api_?key|secrets?|password|token|authorization)$/i
  const holders = told.flatMap(([name, schema]) =>
    [...textFields(schema)].filter((field) => secret.test(field)).map((field) => `${name} ${field}`),
  )
  // the only time that a program's own new token is shown to the user who created it
  expect(holders).toEqual(['gateway.addClient token'])
  // the page only learns the key's origin and storage, as enums, and its last characters
  expect(z.toJSONSchema(calls['key.save'].reply)).toMatchObject({
    additionalProperties: false,
    properties: { source: { enum: expect.any(Array) }, storage: { enum: expect.any(Array) }, ending: { type: 'string', maxLength: 4 } },
  })
  expect(calls['key.remove'].reply).toBe(calls['key.save'].reply)
  expect(events['key.changed']).toBe(calls['key.save'].reply)
})
