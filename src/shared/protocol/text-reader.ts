import { countUnknownFields, errorOf, readUsage } from './frame-facts'
import { asFields, asList, asName, asText, type Fields, isFields, nameOf } from './gemini'
import { type GeminiPart, partsOf } from './gemini-part'
import type { Writers } from './live-reader'
import { readSources } from './sources'

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

/**
 * Reads one chunk of streamed `generateContent` (live-spec §5). Only the first candidate is shown. Without SSE the
 * endpoint sends lists of chunks, and errors in lists as well: such a list is read chunk by chunk.
 */
export function readTextChunk(chunk: unknown, sides: Writers): void {
  const { outbox, modelCalls } = sides
  if (Array.isArray(chunk) && chunk.some(isFields)) {
    for (const one of chunk) if (!Array.isArray(one)) readTextChunk(one, sides)
    return
  }
  if (!isFields(chunk)) {
    outbox.passBy('unknown-frame')
    return
  }
  countUnknownFields(chunk, CHUNK_FIELDS, outbox)
  const candidate = firstCandidate(chunk, sides)
  if (candidate !== undefined) readCandidate(chunk, candidate, sides)
  readBlockedPrompt(chunk, sides)
  readUsage(chunk, modelCalls, responseIdOf(chunk) ?? null)
  modelCalls.takeOrigin(asName(chunk.modelVersion ?? chunk.model_version), responseIdOf(chunk))
  const error = errorOf(chunk)
  if (error !== null) modelCalls.fail(error.text, error.code, responseIdOf(chunk) ?? null)
}

function firstCandidate(chunk: Fields, { outbox }: Writers): Fields | undefined {
  let first: Fields | undefined
  for (const candidate of asList(chunk.candidates)) {
    if (isFields(candidate) && first === undefined && (candidate.index ?? 0) === 0) first = candidate
    else outbox.passBy('unknown-candidate')
  }
  return first
}

function readCandidate(chunk: Fields, candidate: Fields, { outbox, calls, model, modelCalls, parts }: Writers): void {
  const content = partsOf(candidate.content)
  const reason = finishReasonOf(candidate)
  const responseId = responseIdOf(chunk) ?? null
  const says = content.some(({ part }) => !isNothing(part))
  if (!says && modelCalls.hasFailed(responseId)) return
  if (content.length > 0 || reason !== undefined) modelCalls.beginModelCall(responseId)
  for (const { part, raw } of content) {
    if (part.kind === 'call' && calls.isRepeatedInResponse(part, raw)) outbox.passBy('repeated-call')
    else parts.write(part, raw, false)
  }
  readSources(candidate, model)
  if (reason !== undefined) modelCalls.finishModelCall(reason, asText(candidate.finishMessage ?? candidate.finish_message) ?? null)
}

/** Why the model stopped; undefined if it did not say. */
export function finishReasonOf(candidate: Fields): string | undefined {
  const reason = asName(candidate.finishReason ?? candidate.finish_reason)
  return reason === 'FINISH_REASON_UNSPECIFIED' ? undefined : reason
}

function isNothing(part: GeminiPart): boolean {
  return part.kind === 'text' && part.text === '' && part.signature === null
}

function responseIdOf(chunk: Fields): string | undefined {
  return asName(chunk.responseId ?? chunk.response_id)
}

function readBlockedPrompt(chunk: Fields, { modelCalls }: Writers): void {
  const feedback = asFields(chunk.promptFeedback ?? chunk.prompt_feedback)
  const reason = feedback === undefined ? undefined : nameOf(feedback, 'blockReason')
  if (feedback === undefined || reason === undefined || reason === 'BLOCKED_REASON_UNSPECIFIED') return
  modelCalls.blockPrompt(reason, nameOf(feedback, 'blockReasonMessage') ?? null)
}
