import { type Fields, field, isFields } from './gemini'

/**
 * Whether the answer to a confirmation says yes. Only the boolean true does: as `confirmed`, or in JSON text, whole or
 * wrapped under `response` as ADK's web client sends it.
 */
export function isConfirmed(answer: unknown): boolean {
  return confirmedOf(answer) === true
}

/** The value under `confirmed`; undefined if this is not an answer to a confirmation. */
export function confirmedOf(answer: unknown): unknown {
  const fields = typeof answer === 'string' ? parsedFields(answer) : answer
  if (!isFields(fields)) return undefined
  const confirmed = field(fields, 'confirmed')
  if (confirmed !== undefined) return confirmed
  const wrapped = field(fields, 'response')
  const inner = typeof wrapped === 'string' ? parsedFields(wrapped) : undefined
  return inner === undefined ? undefined : field(inner, 'confirmed')
}

function parsedFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
