import type { JsonObject } from '../../src/shared/lib/json'

/** A tool of another program, with a schema of its own. */
export interface HostileTool {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

const many = <Value>(count: number, make: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const tool = (name: string, parameters: JsonObject): HostileTool => ({ name, description: 'A tool.', parameters })
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest })

function nested(levels: number): JsonObject {
  return levels === 0 ? { type: 'string' } : object({ inner: nested(levels - 1) })
}

const tree = object({ label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } })

/** Tools that the service accepts, however strange. */
export const oddTools: readonly HostileTool[] = [
  tool('recursive', object({ root: { $ref: '#/$defs/tree' } }, { $defs: { tree } })),
  tool(
    'wordy',
    object(
      { amount: { type: 'integer', exclusiveMinimum: 0, multipleOf: 5 }, kind: { const: 'a' } },
      { additionalProperties: false, readOnly: true },
    ),
  ),
  tool(
    'odd_names',
    object({ 'page-size': { type: 'integer' }, 'x y': { type: 'string' }, '': true, any_name: object({}) }, { required: ['x y'] }),
  ),
  tool('long', object({ text: { type: 'string', description: 'x'.repeat(300_000) } })),
  ...many(200, (index) => tool(`tool_${index}`, object({ [`argument_${index}`]: { type: 'string' } }))),
]

/** Tools that it would refuse, each with the user's notice about it. */
export const refusedTools: readonly { readonly tool: HostileTool; readonly why: string }[] = [
  {
    tool: tool('huge', object(Object.fromEntries(many(6000, (index) => [`property_with_a_long_name_${index}`, { type: 'string' }])))),
    why: 'The schema of huge is too large for Gemini',
  },
  { tool: tool('deep', nested(200)), why: 'The schema of deep is nested too deeply for Gemini' },
  { tool: tool('bad name!', object({})), why: 'Gemini does not accept the name bad name!' },
  { tool: tool('tool_7', object({})), why: 'More than one tool is called tool_7; the first one is used' },
  { tool: tool('list', { type: 'array', items: { type: 'string' } }), why: 'The arguments of list are not an object' },
]

/** The whole list, with the refused ones among the others. */
export const hostileTools: readonly HostileTool[] = [...oddTools, ...refusedTools.map((refused) => refused.tool)]
