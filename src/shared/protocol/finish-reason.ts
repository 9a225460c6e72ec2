import type { FinishReason } from './chunks'

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['LANGUAGE', 'content-filter'],
  ['BLOCKLIST', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['SPII', 'content-filter'],
  ['IMAGE_SAFETY', 'content-filter'],
  ['IMAGE_RECITATION', 'content-filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content-filter'],
  ['MODEL_ARMOR', 'content-filter'],
  ['UNEXPECTED_TOOL_CALL', 'error'],
  ['TOO_MANY_TOOL_CALLS', 'error'],
  ['NO_IMAGE', 'error'],
  ['MISSING_THOUGHT_SIGNATURE', 'error'],
])

/** Maps Gemini's `finishReason` to one of the six of the UI stream; an unknown value is `other`. */
export function mapFinishReason(raw: string): FinishReason {
  if (raw.startsWith('MALFORMED_')) return 'error'
  return REASONS.get(raw) ?? 'other'
}

// the Live API's TurnCompleteReason values for a refusal of the answer or of the prompt
const REFUSED =
  /SAFETY|PROHIBITED|BLOCKLIST|CELEBRITY|UNSAFE|PROMINENT|IDENTIFIABLE|MINORS|REJECTED|RECITATION|SPII|INPUT_OTHER|GENERATED_OTHER/

/** Maps the Live API's `turnCompleteReason`: it is only sent when something went wrong, so it is never `stop`. */
export function mapTurnCompleteReason(raw: string): FinishReason {
  if (raw.startsWith('MALFORMED_')) return 'error'
  if (REFUSED.test(raw)) return 'content-filter'
  const mapped = mapFinishReason(raw)
  return mapped === 'stop' ? 'other' : mapped
}
