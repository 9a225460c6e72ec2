import type { UIMessage } from '../../shared/protocol/ui-message'

/** What a message's metadata says, as far as the thread shows it. Values of the wrong type count as absent. */
export interface MessageFacts {
  readonly interrupted: boolean
  readonly truncated: boolean
  readonly empty: boolean
  readonly rawFinishReason: string | null
  readonly finishMessage: string | null
  /** Length of the sound of this message in ms. */
  readonly voiceMs: number | null
}

/** Reads the metadata of a message. */
export function messageFacts(message: UIMessage): MessageFacts {
  const metadata: unknown = message.metadata
  const audio = fieldOf(metadata, 'audio')
  return {
    interrupted: fieldOf(metadata, 'interrupted') === true,
    truncated: fieldOf(metadata, 'truncated') === true,
    empty: fieldOf(metadata, 'empty') === true,
    rawFinishReason: textOf(
      fieldOf(metadata, 'rawFinishReason') ?? fieldOf(metadata, 'turnCompleteReason') ?? fieldOf(metadata, 'blockReason'),
    ),
    finishMessage: textOf(fieldOf(metadata, 'finishMessage')),
    voiceMs: numberOf(fieldOf(audio, 'durationMs')),
  }
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
