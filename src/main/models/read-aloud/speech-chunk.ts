import { asFields, asList, type Fields, isFields } from '../../../shared/protocol/gemini'
import { partsOf } from '../../../shared/protocol/gemini-part'
import { pcmRateOf } from '../../../shared/protocol/pcm-counter'

/** A piece of sound: s16le mono in base64. */
export interface SpeechPiece {
  readonly data: string
  readonly sampleRate: number
}

/** The sound in one chunk of a speech model (`audio/L16;codec=pcm;rate=24000` or `audio/pcm;rate=24000`); other parts are ignored. */
export function soundOfChunk(chunk: unknown): readonly SpeechPiece[] {
  const candidate = isFields(chunk) ? asFields(asList(chunk.candidates)[0]) : undefined
  return partsOf(candidate?.content).flatMap(({ part }) => {
    if (part.kind !== 'inline') return []
    const sampleRate = pcmRateOf(part.mimeType)
    return sampleRate === null ? [] : [{ data: part.data, sampleRate }]
  })
}

/** The `usageMetadata` of a chunk; empty if there is none. */
export function usageOfChunk(chunk: unknown): Fields {
  return (isFields(chunk) ? asFields(chunk.usageMetadata) : undefined) ?? {}
}
