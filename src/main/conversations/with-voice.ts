import type { SpeechSketch } from '../../shared/audio/speech-sketch'
import type { PlacedChunk } from '../../shared/protocol/chunks'

/** The `finish` of a spoken user message, with what is kept of the sound in its metadata. Other chunks are given back as they are. */
export function withVoice(placed: PlacedChunk, voice: SpeechSketch): PlacedChunk {
  const { chunk } = placed
  if (chunk.type !== 'finish') return placed
  return { ...placed, chunk: { ...chunk, messageMetadata: { ...chunk.messageMetadata, voice: { ...voice } } } }
}
