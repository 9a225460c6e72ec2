import { assertNever } from '../../shared/lib/assert-never'
import type { NewId } from '../../shared/lib/ids'
import { z } from '../../shared/lib/zod'
import { isChunk } from '../../shared/protocol/check/chunk-schema'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import { createConverter } from '../../shared/protocol/from-gemini'
import type { ConvertOptions } from './convert-options'
import type { JsonLine } from './json-lines'

/** Turns lines of input into chunks. */
export interface LineConverter {
  /** The chunks of one line, and what is wrong with the line if that is an error. */
  take(line: JsonLine): { readonly chunks: readonly PlacedChunk[]; readonly fault?: string }
  end(): readonly PlacedChunk[]
}

const placedSchema = z.looseObject({
  turnId: z.string().min(1).optional(),
  messageId: z.string().min(1),
  role: z.enum(['user', 'assistant']),
  chunk: z.custom<Chunk>(isChunk, 'no chunk'),
})

/** A converter of lines. A bad server frame is counted and skipped; a bad line of chunks is skipped and reported. */
export function createLineConverter({ from, messageId }: Pick<ConvertOptions, 'from' | 'messageId'>, newId: NewId): LineConverter {
  if (from === 'chunks') return { take: placedOf, end: () => [] }
  const converter = createConverter({ newId, messageId, keepsContents: false })
  return {
    take(line) {
      if (line.kind === 'broken') return { chunks: converter.push({ type: 'malformed' }) }
      switch (from) {
        case 'gemini-live':
          return { chunks: converter.push({ type: 'live', frame: line.value }) }
        case 'gemini-text':
          return { chunks: converter.push({ type: 'text', chunk: line.value }) }
        case 'adk':
          return { chunks: converter.push({ type: 'adk', event: line.value }) }
        default:
          return assertNever(from, 'source')
      }
    },
    end: () => converter.push({ type: 'end' }),
  }
}

function placedOf(line: JsonLine): ReturnType<LineConverter['take']> {
  if (line.kind === 'broken') return { chunks: [], fault: 'the line is not JSON' }
  const parsed = placedSchema.safeParse(line.value)
  if (!parsed.success)
    return { chunks: [], fault: `the line is no {messageId, role, chunk}: ${parsed.error.issues[0]?.message ?? 'wrong shape'}` }
  const { turnId, messageId, role, chunk } = parsed.data
  // lines name no turns: every message counts as one
  return { chunks: [{ turnId: turnId ?? messageId, messageId, role, chunk }] }
}
