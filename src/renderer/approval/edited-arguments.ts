import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { numberText, readNumber } from './number-text'

/** The kind of input for one argument, by the type of its value. Structured values and null are edited as JSON. */
export type FieldKind = 'text' | 'long-text' | 'number' | 'boolean' | 'json'

/** One argument as an input: the value that the model sent, and its text. */
export interface ArgumentField {
  readonly key: string
  readonly kind: FieldKind
  readonly original: JsonValue
  readonly text: string
}

/** The typed texts, by argument key; a missing key was not edited. */
export type ArgumentDrafts = { readonly [key: string]: string }

/** The parsed drafts. `input` is null while a field is invalid; `faults` says which and why. */
export interface EditedArguments {
  readonly changes: number
  readonly input: JsonObject | null
  readonly faults: { readonly [key: string]: 'number' | 'json' }
}

const ONE_LINE = 60

/** The inputs of a call's arguments, in the order of the call. */
export function argumentFields(input: JsonObject): readonly ArgumentField[] {
  return Object.entries(input).map(([key, original]) => ({ key, original, ...written(original) }))
}

/** Parses all drafts. An argument with unchanged text keeps exactly the value that the model sent. */
export function readDrafts(fields: readonly ArgumentField[], drafts: ArgumentDrafts): EditedArguments {
  const faults: Record<string, 'number' | 'json'> = {}
  const pairs: [string, JsonValue][] = []
  let changes = 0
  for (const field of fields) {
    const draft = Object.hasOwn(drafts, field.key) ? drafts[field.key] : undefined
    if (draft === undefined || draft === field.text) {
      pairs.push([field.key, field.original])
      continue
    }
    changes += 1
    const value = readField(field.kind, draft)
    if (value !== undefined) pairs.push([field.key, value])
    else faults[field.key] = field.kind === 'number' ? 'number' : 'json'
  }
  return { changes, faults, input: Object.keys(faults).length === 0 ? Object.fromEntries(pairs) : null }
}

/** One argument parsed by its declared type; undefined if the text does not match. */
export function readArgument(type: 'string' | 'number' | 'boolean' | 'other', text: string): JsonValue | undefined {
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  return readField(type === 'number' ? 'number' : 'json', text)
}

function written(value: JsonValue): Pick<ArgumentField, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: value.length > ONE_LINE || value.includes('\n') ? 'long-text' : 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', text: numberText(value) }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  return { kind: 'json', text: JSON.stringify(value, null, 2) }
}

function readField(kind: FieldKind, text: string): JsonValue | undefined {
  switch (kind) {
    case 'text':
    case 'long-text':
      return text
    case 'boolean':
      return text === 'true'
    case 'number':
      return readNumber(text) ?? undefined
    case 'json':
      return readJson(text)
  }
}

function readJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
