import type { UIMessage } from '../../shared/protocol/ui-message'

/** The metadata of a message, as far as the thread shows it. Values of the wrong type count as absent. */
export interface MessageFacts {
  readonly interrupted: boolean
  readonly truncated: boolean
  readonly empty: boolean
  /** Gemini's own finish reason; null if it sent none. */
  readonly rawFinishReason: string | null
  /** The reason comes from the Live service, which sends one only when something went wrong. */
  readonly refusedTurn: boolean
  readonly finishMessage: string | null
  /** The sketch of a spoken line: its length in ms and ten bars, 0 to 1; null if it was typed. */
  readonly voice: { readonly durationMs: number; readonly bars: readonly number[] } | null
}

/** Reads the metadata of a message. */
export function messageFacts(message: UIMessage): MessageFacts {
  const metadata: unknown = message.metadata
  const reason = textOf(fieldOf(metadata, 'rawFinishReason') ?? fieldOf(metadata, 'blockReason'))
  const turnReason = textOf(fieldOf(metadata, 'turnCompleteReason'))
  return {
    interrupted: fieldOf(metadata, 'interrupted') === true,
    truncated: fieldOf(metadata, 'truncated') === true,
    empty: fieldOf(metadata, 'empty') === true,
    rawFinishReason: turnReason ?? reason,
    refusedTurn: turnReason !== null,
    finishMessage: textOf(fieldOf(metadata, 'finishMessage')),
    voice: voiceOf(fieldOf(metadata, 'voice')),
  }
}

function voiceOf(value: unknown): MessageFacts['voice'] {
  const durationMs = numberOf(fieldOf(value, 'durationMs'))
  const bars: unknown = fieldOf(value, 'bars')
  if (durationMs === null) return null
  return { durationMs, bars: Array.isArray(bars) ? bars.map((bar) => Math.min(1, Math.max(0, numberOf(bar) ?? 0))) : [] }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
