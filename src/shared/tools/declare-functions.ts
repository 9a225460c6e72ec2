import type { JsonObject } from '../lib/json'
import { reduceParameters, type SchemaRefusal } from './reduce-parameters'

/** A function, with the JSON schema of its arguments, which validates its calls. */
export interface SourceFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/** A function as declared to the service; `parameters` (genai.d.ts `Schema`) is null if it takes no arguments. */
export interface DeclaredFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject | null
}

/** A function that is not declared, and why. */
export interface SetAsideFunction {
  readonly name: string
  readonly reason: SchemaRefusal | 'bad-name' | 'same-name' | 'too-many' | 'too-large-together'
}

/** The declared functions and those left out. */
export interface DeclaredFunctions {
  readonly declared: readonly DeclaredFunction[]
  readonly setAside: readonly SetAsideFunction[]
}

/** "At most 512 function declarations can be specified" (google-gemini/gemini-cli#19083). */
export const mostFunctions = 512
/** The largest size of all declarations together, in characters of JSON. */
const LARGEST_TOGETHER = 524_288
/** live-spec §2 "Tools". */
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/

/**
 * Declares functions to Live and text models. A function that the service would refuse is left out with its reason,
 * because the service would refuse all others with it. Never throws.
 */
export function declareFunctions(functions: readonly SourceFunction[]): DeclaredFunctions {
  const declared: DeclaredFunction[] = []
  const setAside: SetAsideFunction[] = []
  const names = new Set<string>()
  let size = 0
  for (const { name, description, parameters: schema } of functions) {
    const reduced = NAME.test(name) ? reduceOnce(schema) : null
    if (reduced === null) setAside.push({ name, reason: 'bad-name' })
    else if (names.has(name)) setAside.push({ name, reason: 'same-name' })
    else if (!reduced.ok) setAside.push({ name, reason: reduced.reason })
    else if (declared.length === mostFunctions) setAside.push({ name, reason: 'too-many' })
    else if (size + reduced.size + description.length > LARGEST_TOGETHER) setAside.push({ name, reason: 'too-large-together' })
    else {
      names.add(name)
      size += reduced.size + description.length
      declared.push({ name, description, parameters: reduced.parameters })
    }
  }
  return { declared, setAside }
}

type Reduced =
  | { readonly ok: true; readonly parameters: JsonObject | null; readonly size: number }
  | { readonly ok: false; readonly reason: SchemaRefusal }

/** Schemas don't change, and are declared with every connection and request. */
const known = new WeakMap<JsonObject, Reduced>()

function reduceOnce(schema: JsonObject): Reduced {
  const before = known.get(schema)
  if (before !== undefined) return before
  const reduced = reduceParameters(schema)
  const sized: Reduced = reduced.ok ? { ...reduced, size: JSON.stringify(reduced.parameters).length } : reduced
  known.set(schema, sized)
  return sized
}
