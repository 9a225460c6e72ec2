import type { Chunk, PlacedChunk } from '../../src/shared/protocol/chunks'

/**
 * A short form of an output: `user` or `model`, the chunk's type, and its essential content. Message ids are left out.
 */
export function sketch(output: readonly PlacedChunk[]): readonly string[] {
  return output.map(({ role, chunk }) => `${role === 'user' ? 'user' : 'model'} ${[chunk.type, ...details(chunk)].join(' ')}`)
}

/** The sketch of only the model's side, without sound. */
export function sketchModel(output: readonly PlacedChunk[]): readonly string[] {
  return sketch(output)
    .filter((line) => line.startsWith('model ') && !line.includes('data-pcm'))
    .map((line) => line.slice('model '.length))
}

function details(chunk: Chunk): readonly string[] {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return [JSON.stringify(chunk.delta)]
    case 'finish':
      return [chunk.finishReason]
    case 'error':
      return [chunk.errorText]
    case 'tool-input-start':
    case 'tool-input-available':
      return [chunk.toolCallId, chunk.toolName]
    case 'tool-approval-request':
      return [chunk.toolCallId, chunk.approvalId]
    case 'tool-output-available':
      return [chunk.toolCallId, JSON.stringify(chunk.output), ...(chunk.preliminary === true ? ['preliminary'] : [])]
    case 'tool-output-error':
      return [chunk.toolCallId, chunk.errorText]
    case 'tool-output-denied':
      return [chunk.toolCallId]
    case 'data-interrupted':
    case 'data-diagnostic':
    case 'data-transcript':
      return [JSON.stringify(chunk.data)]
    default:
      return []
  }
}
