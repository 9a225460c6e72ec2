import type { PlacedChunk } from '../../shared/protocol/chunks'

/** The `finish` of a spoken user message, with the length of the speech in ms in its metadata. Other chunks are given back as they are. */
export function withVoiceLength(placed: PlacedChunk, durationMs: number): PlacedChunk {
  const { chunk } = placed
  if (chunk.type !== 'finish') return placed
  return { ...placed, chunk: { ...chunk, messageMetadata: { ...chunk.messageMetadata, voice: { durationMs } } } }
}
