import { countUnknownFields, errorOf, readGrounding, readUsage } from './frame-facts'
import { type Fields, field, fieldsOf, isFields, listOf, nameOf, partsOf, textOf } from './gemini'
import type { Sides } from './live-reader'

const CHUNK_FIELDS = new Set([
  'candidates',
  'promptFeedback',
  'usageMetadata',
  'modelVersion',
  'responseId',
  'createTime',
  'modelStatus',
  'sdkHttpResponse',
  'automaticFunctionCallingHistory',
  'error',
])

/** Reads one chunk of streamed `generateContent` (live-spec §5). Only the first candidate is shown. */
export function readTextChunk(chunk: unknown, sides: Sides): void {
  const { outbox, modelCalls } = sides
  if (!isFields(chunk)) {
    outbox.passBy('unknown-frame')
    return
  }
  countUnknownFields(chunk, CHUNK_FIELDS, outbox)
  const candidate = firstCandidate(chunk, sides)
  if (candidate !== undefined) readCandidate(chunk, candidate, sides)
  readBlockedPrompt(chunk, sides)
  readUsage(chunk, modelCalls)
  modelCalls.takeOrigin(nameOf(chunk, 'modelVersion'), nameOf(chunk, 'responseId'))
  const error = errorOf(chunk)
  if (error !== null) modelCalls.fail(error.text, error.code)
}

function firstCandidate(chunk: Fields, { outbox }: Sides): Fields | undefined {
  const candidates = listOf(chunk, 'candidates')
  let first: Fields | undefined
  for (const candidate of candidates) {
    if (isFields(candidate) && first === undefined && (field(candidate, 'index') ?? 0) === 0) first = candidate
    else outbox.passBy('unknown-candidate')
  }
  return first
}

function readCandidate(chunk: Fields, candidate: Fields, { model, modelCalls, parts }: Sides): void {
  const content = partsOf(field(candidate, 'content'))
  const reason = nameOf(candidate, 'finishReason')
  if (content.length > 0 || reason !== undefined) modelCalls.beginModelCall(nameOf(chunk, 'responseId') ?? null)
  for (const { part, raw } of content) parts.write(part, raw, false)
  readGrounding(candidate, model)
  if (reason !== undefined) modelCalls.finishModelCall(reason, textOf(candidate, 'finishMessage') ?? null)
}

function readBlockedPrompt(chunk: Fields, { modelCalls }: Sides): void {
  const feedback = fieldsOf(chunk, 'promptFeedback')
  const reason = feedback === undefined ? undefined : nameOf(feedback, 'blockReason')
  if (reason !== undefined && reason !== 'BLOCKED_REASON_UNSPECIFIED') modelCalls.blockPrompt(reason)
}
