import type { Chunk } from '../protocol/chunks'

const LONGEST = 80

/** A short summary of a chunk, in the stream's own terms. */
export function chunkLabel(chunk: Chunk): string {
  switch (chunk.type) {
    case 'start':
      return chunk.messageId
    case 'finish':
      return chunk.finishReason
    case 'error':
      return quoted(chunk.errorText)
    case 'text-delta':
    case 'reasoning-delta':
      return quoted(chunk.delta)
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
      return chunk.id
    case 'tool-input-start':
      return `${chunk.toolCallId} ${chunk.toolName}`
    case 'tool-input-available':
    case 'tool-input-error':
      return `${chunk.toolName} ${quoted(JSON.stringify(chunk.input))}`
    case 'tool-approval-request':
      return `${chunk.approvalId} ${chunk.toolCallId}`
    case 'tool-output-available':
      return `${chunk.toolCallId} ${quoted(JSON.stringify(chunk.output))}`
    case 'tool-output-error':
      return `${chunk.toolCallId} ${quoted(chunk.errorText)}`
    case 'tool-input-delta':
    case 'tool-output-denied':
      return chunk.toolCallId
    case 'data-transcript':
      return quoted(chunk.data.text)
    case 'data-interrupted':
      return `${chunk.data.heardSamples} / ${chunk.data.totalSamples}`
    case 'data-diagnostic':
      return `${chunk.data.kind} ${chunk.data.count}`
    case 'data-artifact':
      return quoted(chunk.data.title)
    case 'data-speech':
      return `${chunk.data.durationMs} ms`
    case 'source-url':
      return chunk.url
    case 'file':
      return chunk.mediaType
    default:
      return ''
  }
}

function quoted(text: string): string {
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`
}
