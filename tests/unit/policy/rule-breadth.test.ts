import { expect, it } from 'vitest'
import { isBroad, type RuleFacts } from '../../../src/main/tool-calls/policy/rule-breadth'
import type { JsonObject } from '../../../src/shared/lib/json'
import { jsonObjectSchema } from '../../../src/shared/lib/json-object'
import { getLocation } from '../../../src/shared/tools/get-location'

const always = { kind: 'always' } as const
const allows = (tool: string, argument: string, value: string | number | boolean): RuleFacts => ({
  ...{ tool, effect: 'allow', scope: always },
  matchers: [{ argument, operator: 'equals', value }],
})
const location = { name: 'get_location', risk: 'medium', input: getLocation.input, parameters: null } as const

/** Whether a rule that allows calls of a server's tool with this value is broad, where the tool says this of its arguments. */
function isBroadFor(schema: JsonObject, value: string | number | boolean): boolean {
  const parameters = { type: 'object', ...schema }
  const tools = [{ name: 'notes__send', risk: 'medium', input: jsonObjectSchema, parameters } as const]
  return isBroad(allows('notes__send', 'how', value), { tools })
}
const how = (schema: JsonObject): JsonObject => ({ properties: { how: schema } })

it('a rule for a medium risk whose only limit is a switch is broad', () => {
  expect(isBroad(allows('get_location', 'exact', true), { tools: [location] })).toBe(true)
  expect(isBroadFor(how({}), false)).toBe(true)
  expect(isBroadFor({}, true)).toBe(true)
})

it.each([
  ['a list of values', how({ type: 'string', enum: ['now', 'later'] })],
  ['one value', how({ const: 'now' })],
  ['a choice of values', how({ anyOf: [{ const: 'now' }, { enum: ['later'] }, { type: 'null' }] })],
  ['a choice elsewhere', { ...how({ $ref: '#/$defs/How' }), $defs: { How: { type: 'string', enum: ['now'] } } }],
  ['a choice elsewhere, or none', { ...how({ anyOf: [{ $ref: '#/$defs/a~1b' }, { type: 'null' }] }), $defs: { 'a/b': { enum: ['now'] } } }],
])('and so is one whose only limit is %s', (_, schema) => {
  expect(isBroadFor(schema, 'now')).toBe(true)
})

it.each([
  ['any text', how({ type: 'string' })],
  ['a text or a choice', how({ anyOf: [{ type: 'string' }, { enum: ['now'] }] })],
  ['nothing known', {}],
  ['a circle', { ...how({ $ref: '#/$defs/How' }), $defs: { How: { $ref: '#/$defs/How' } } }],
])('one that names a value of %s is not', (_, schema) => {
  expect(isBroadFor(schema, 'now')).toBe(false)
})
