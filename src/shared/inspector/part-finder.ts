import type { Chunk, PlacedChunk } from '../protocol/chunks'

/** Chunks that make a complete part. */
const WHOLE: ReadonlySet<Chunk['type']> = new Set([
  'start-step',
  'source-url',
  'file',
  'data-interrupted',
  'data-executable-code',
  'data-code-execution-result',
  'data-artifact',
])
const BEGINS_CALL: ReadonlySet<Chunk['type']> = new Set(['tool-input-start', 'tool-input-available', 'tool-input-error'])

/**
 * Finds the index in its message, from 0, of the part that each chunk makes or changes, in the order in which `fold`
 * creates parts; null for a chunk about the whole message, or without effect.
 */
export function createPartFinder(): (placed: PlacedChunk) => number | null {
  const counts = new Map<string, number>()
  const named = new Map<string, number>()

  function begun(messageId: string, name?: string): number {
    const part = counts.get(messageId) ?? 0
    counts.set(messageId, part + 1)
    if (name !== undefined) named.set(name, part)
    return part
  }

  return ({ messageId, chunk }) => {
    if (WHOLE.has(chunk.type)) return begun(messageId)
    if ('toolCallId' in chunk) {
      const name = `${messageId} call ${chunk.toolCallId}`
      return named.get(name) ?? (BEGINS_CALL.has(chunk.type) ? begun(messageId, name) : null)
    }
    if (chunk.type === 'data-transcript' || chunk.type === 'data-speech') {
      if (chunk.id === undefined) return begun(messageId)
      const name = `${messageId} ${chunk.type} ${chunk.id}`
      return named.get(name) ?? begun(messageId, name)
    }
    if (!('id' in chunk)) return null
    const name = `${messageId} ${chunk.type.startsWith('text') ? 'text' : 'reasoning'} ${chunk.id}`
    if (chunk.type === 'text-start' || chunk.type === 'reasoning-start') return begun(messageId, name)
    return named.get(name) ?? null
  }
}
