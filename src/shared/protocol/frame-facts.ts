import type { Outbox } from './chunk-outbox'
import { asFields, type Fields, field, isFields, nameOf, textOf } from './gemini'
import type { ModelCalls } from './model-calls'

/** Counts the undocumented fields of a frame. */
export function countUnknownFields(frame: Fields, known: ReadonlySet<string>, outbox: Outbox): void {
  for (const key in frame) if (!known.has(key)) outbox.passBy('unknown-field')
}

/** Reads the token counts of a frame. */
export function readUsage(frame: Fields, modelCalls: ModelCalls, responseId: string | null = null): void {
  const usage = asFields(frame.usageMetadata ?? frame.usage_metadata)
  if (usage !== undefined) modelCalls.usage(usage, responseId)
}

/** The error that a server put into a frame: its message and its name; null if there is none. */
export function errorOf(frame: Fields): { readonly text: string; readonly code: string | null } | null {
  const { error } = frame
  if (typeof error === 'string' && error.trim() !== '') return { text: error, code: null }
  if (!isFields(error)) return null
  const number = field(error, 'code')
  const code = nameOf(error, 'status') ?? (typeof number === 'number' ? String(number) : (nameOf(error, 'code') ?? null))
  const text = textOf(error, 'message')?.trim() ?? ''
  return { text: text === '' ? `The model's server reported an error${code === null ? '' : ` (${code})`}.` : text, code }
}
