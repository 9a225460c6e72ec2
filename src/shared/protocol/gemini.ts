import type { JsonObject, JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'

/** A JSON object of unknown shape, as it came over the wire. */
export interface Fields {
  readonly [key: string]: unknown
}

/** One part of a model's content, checked. `unknown` is anything that nobody has documented or that has the wrong types. */
export type GeminiPart =
  | { readonly kind: 'text'; readonly text: string; readonly thought: boolean; readonly signature: string | null }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: JsonObject
      readonly modelCallId: string | null
      readonly signature: string | null
    }
  | { readonly kind: 'response'; readonly name: string; readonly modelCallId: string | null; readonly response: JsonValue }
  | { readonly kind: 'inline'; readonly mimeType: string; readonly data: string; readonly signature: string | null }
  | { readonly kind: 'file'; readonly mimeType: string; readonly url: string; readonly signature: string | null }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }
  | { readonly kind: 'code-result'; readonly outcome: string; readonly output: string }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unknown' }

/** True for a JSON object (not null, not a list). */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const snakeNames = new Map<string, string>()

function snakeName(name: string): string {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake
}

/** The field called `name` (camel case) in either spelling; undefined when absent or null. Only names we know are read this way. */
export function field(fields: Fields, name: string): unknown {
  const value = fields[name]
  if (value !== undefined && value !== null) return value
  return fields[snakeName(name)] ?? undefined
}

/** A field that must be an object. */
export function fieldsOf(fields: Fields, name: string): Fields | undefined {
  const value = field(fields, name)
  return isFields(value) ? value : undefined
}

/** A field that must be a list; anything else is an empty one. */
export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = field(fields, name)
  return Array.isArray(value) ? value : []
}

/** A field that must be a string. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = field(fields, name)
  return typeof value === 'string' ? value : undefined
}

/** A field that must be a string with something in it. */
export function nameOf(fields: Fields, name: string): string | undefined {
  const value = textOf(fields, name)
  return value === '' ? undefined : value
}

/** A field that counts only when it is the boolean true. */
export function isTrue(fields: Fields, name: string): boolean {
  return field(fields, name) === true
}

/** The parts of a `Content`, checked one by one; `raw` is the part as it came. */
export function partsOf(content: unknown): readonly { readonly part: GeminiPart; readonly raw: unknown }[] {
  if (!isFields(content)) return []
  return listOf(content, 'parts').map((raw) => ({ part: readPart(raw), raw }))
}

const UNKNOWN: GeminiPart = { kind: 'unknown' }

function readPart(raw: unknown): GeminiPart {
  if (!isFields(raw)) return UNKNOWN
  const signature = nameOf(raw, 'thoughtSignature') ?? null
  const text = textOf(raw, 'text')
  if (text !== undefined) return { kind: 'text', text, thought: isTrue(raw, 'thought'), signature }
  const call = field(raw, 'functionCall')
  if (call !== undefined) return readCall(call, signature)
  const response = fieldsOf(raw, 'functionResponse')
  if (response !== undefined) return readResponse(response)
  const inline = fieldsOf(raw, 'inlineData')
  if (inline !== undefined) return readMedia(inline, 'data', signature)
  const file = fieldsOf(raw, 'fileData')
  if (file !== undefined) return readMedia(file, 'fileUri', signature)
  const code = fieldsOf(raw, 'executableCode')
  if (code !== undefined) return readCode(code)
  const result = fieldsOf(raw, 'codeExecutionResult')
  if (result !== undefined) return readCodeResult(result)
  if (fieldsOf(raw, 'toolCall') !== undefined || fieldsOf(raw, 'toolResponse') !== undefined) return { kind: 'hidden' }
  return signature === null ? UNKNOWN : { kind: 'text', text: '', thought: isTrue(raw, 'thought'), signature }
}

/** One function call, from a part or from a Live `toolCall` frame; a call of a tool without parameters may come without `args`. */
export function readCall(call: unknown, signature: string | null): GeminiPart {
  if (!isFields(call)) return UNKNOWN
  const name = nameOf(call, 'name')
  if (name === undefined) return UNKNOWN
  const args = toPlainJson(field(call, 'args'))
  return { kind: 'call', name, args: isJsonObject(args) ? args : {}, modelCallId: nameOf(call, 'id') ?? null, signature }
}

function readResponse(response: Fields): GeminiPart {
  const name = nameOf(response, 'name') ?? ''
  const modelCallId = nameOf(response, 'id') ?? null
  if (name === '' && modelCallId === null) return UNKNOWN
  return { kind: 'response', name, modelCallId, response: toPlainJson(field(response, 'response')) }
}

function readMedia(media: Fields, addressField: 'data' | 'fileUri', signature: string | null): GeminiPart {
  const mimeType = nameOf(media, 'mimeType')
  const address = nameOf(media, addressField)
  if (mimeType === undefined || address === undefined) return UNKNOWN
  return addressField === 'data'
    ? { kind: 'inline', mimeType, data: address, signature }
    : { kind: 'file', mimeType, url: address, signature }
}

function readCode(code: Fields): GeminiPart {
  const source = textOf(code, 'code')
  return source === undefined ? UNKNOWN : { kind: 'code', language: textOf(code, 'language') ?? '', code: source }
}

function readCodeResult(result: Fields): GeminiPart {
  const outcome = textOf(result, 'outcome')
  const output = textOf(result, 'output')
  if (outcome === undefined && output === undefined) return UNKNOWN
  return { kind: 'code-result', outcome: outcome ?? '', output: output ?? '' }
}

/** True for a JSON object. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
