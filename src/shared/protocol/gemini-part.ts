import type { JsonObject, JsonValue } from '../lib/json'
import { asPlainJson } from '../lib/plain-json'
import { asFields, asList, asName, asText, type Fields, field, fieldsOf, isFields, isJsonObject, nameOf, textOf } from './gemini'

/** One part of a model's content, validated. `unknown` is anything undocumented or with wrong types. */
export type GeminiPart =
  | { readonly kind: 'text'; readonly text: string; readonly thought: boolean; readonly signature: string | null }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly input: JsonObject
      readonly modelCallId: string | null
      readonly signature: string | null
      readonly longRunning: boolean
    }
  | { readonly kind: 'response'; readonly name: string; readonly modelCallId: string | null; readonly response: JsonValue }
  | {
      readonly kind: 'inline'
      readonly mimeType: string
      readonly data: string
      readonly signature: string | null
      /** A draft that the model made while thinking. */
      readonly thought: boolean
    }
  | { readonly kind: 'file'; readonly mimeType: string; readonly url: string; readonly signature: string | null; readonly thought: boolean }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }
  | { readonly kind: 'code-result'; readonly outcome: string; readonly output: string }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unknown' }

/** The parts of a `Content`, validated one by one; `raw` is the unchanged part. */
export function partsOf(content: unknown): readonly { readonly part: GeminiPart; readonly raw: unknown }[] {
  if (!isFields(content)) return []
  return asList(content.parts).map((raw) => ({ part: readPart(raw), raw }))
}

const UNKNOWN: GeminiPart = { kind: 'unknown' }
/** Parts that only concern the model: the calls of the server's own tools, and transcripts of sound it received. */
const HIDDEN = ['toolCall', 'toolResponse', 'audioTranscription']

/** One part of a content, validated. */
export function readPart(raw: unknown): GeminiPart {
  if (!isFields(raw)) return UNKNOWN
  const signature = asName(raw.thoughtSignature ?? raw.thought_signature) ?? null
  const text = asText(raw.text) ?? ''
  if (text !== '') return { kind: 'text', text, thought: raw.thought === true, signature }
  const call = raw.functionCall ?? raw.function_call
  if (call !== undefined && call !== null) return readCall(call, signature)
  const response = fieldsOf(raw, 'functionResponse')
  if (response !== undefined) return readResponse(response)
  const inline = asFields(raw.inlineData ?? raw.inline_data)
  if (inline !== undefined) return readMedia(inline, 'data', signature, raw.thought === true)
  const file = fieldsOf(raw, 'fileData')
  if (file !== undefined) return readMedia(file, 'fileUri', signature, raw.thought === true)
  const code = fieldsOf(raw, 'executableCode')
  if (code !== undefined) return readCode(code)
  const result = fieldsOf(raw, 'codeExecutionResult')
  if (result !== undefined) return readCodeResult(result)
  if (HIDDEN.some((name) => fieldsOf(raw, name) !== undefined)) return { kind: 'hidden' }
  return signature === null && raw.text !== '' ? UNKNOWN : { kind: 'text', text, thought: raw.thought === true, signature }
}

/**
 * One function call, from a part or from a Live `toolCall` frame; a call of a tool without parameters may have no
 * `args`.
 */
export function readCall(call: unknown, signature: string | null): GeminiPart {
  if (!isFields(call)) return UNKNOWN
  const name = asName(call.name)
  if (name === undefined) return UNKNOWN
  const input = asPlainJson(call.args)
  return {
    kind: 'call',
    name,
    input: isJsonObject(input) ? input : {},
    modelCallId: asName(call.id) ?? null,
    signature,
    longRunning: false,
  }
}

function readResponse(response: Fields): GeminiPart {
  const name = nameOf(response, 'name') ?? ''
  const modelCallId = nameOf(response, 'id') ?? null
  if (name === '' && modelCallId === null) return UNKNOWN
  return { kind: 'response', name, modelCallId, response: asPlainJson(field(response, 'response')) }
}

function readMedia(media: Fields, addressField: 'data' | 'fileUri', signature: string | null, thought: boolean): GeminiPart {
  const type = media.mimeType ?? media.mime_type
  const mimeType = type === undefined && addressField === 'fileUri' ? 'application/octet-stream' : asName(type)
  const address = nameOf(media, addressField)
  if (mimeType === undefined || address === undefined) return UNKNOWN
  return addressField === 'data'
    ? { kind: 'inline', mimeType, data: address, signature, thought }
    : { kind: 'file', mimeType, url: address, signature, thought }
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
