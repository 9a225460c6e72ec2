import { countingIds } from '../../src/shared/lib/ids'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../src/shared/protocol/fold'
import { createConverter } from '../../src/shared/protocol/from-gemini'
import { mean } from '../lib/mean'
import { measureRounds } from '../lib/rounds'
import { sized } from '../lib/sized'
import { randomWords } from './random-words'

/** What folding costs for one number of chunks: in one growing text, and in a conversation of many turns with calls. */
export interface FoldCost {
  readonly chunks: number
  /** Microseconds per chunk; the same at every size when folding is linear. */
  readonly textMicroseconds: number
  readonly conversationMicroseconds: number
}

const SIZES = sized([100, 1000, 10_000, 100_000], [100, 1000])

function oneText(size: number): readonly PlacedChunk[] {
  const words = randomWords(5)
  const converter = createConverter({ newId: countingIds() })
  const chunks: PlacedChunk[] = []
  while (chunks.length < size) {
    chunks.push(...converter.push({ type: 'text', chunk: { candidates: [{ content: { parts: [{ text: words.text(2) }] } }] } }))
  }
  return chunks.slice(0, size)
}

// a turn: the user's words, speech with a call in the middle, its result
function manyTurns(size: number): readonly PlacedChunk[] {
  const words = randomWords(6)
  const converter = createConverter({ newId: countingIds() })
  const chunks: PlacedChunk[] = []
  const live = (frame: unknown) => chunks.push(...converter.push({ type: 'live', frame }))
  const speak = (fragments: number) => {
    for (let count = 0; count < fragments; count += 1) live({ serverContent: { outputTranscription: { text: words.text(2) } } })
  }
  for (let turn = 0; chunks.length < size; turn += 1) {
    chunks.push(...converter.push({ type: 'user-text', text: words.text(8) }))
    speak(20)
    live({ toolCall: { functionCalls: [{ id: `call-${turn}`, name: 'getWeather', args: { place: words.text(1) } }] } })
    for (const { toolCallId } of converter.calls()) {
      chunks.push(...converter.push({ type: 'call-settled', toolCallId, outcome: { kind: 'result', output: { degrees: 17 } } }))
    }
    speak(20)
    live({ serverContent: { turnComplete: true } })
  }
  return chunks.slice(0, size)
}

async function microsecondsPerChunk(chunks: readonly PlacedChunk[]): Promise<number> {
  const repeats = Math.max(1, Math.round(10_000 / chunks.length))
  const { processor } = await measureRounds(() => {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const { messages } = chunks.reduce(foldChunk, emptyThread())
      if (messages.length === 0) throw new Error('Nothing was folded.')
    }
  })
  return (mean(processor) * 1000) / (chunks.length * repeats)
}

/** Measures folding from 100 to 100,000 chunks, chunk by chunk as they come. */
export async function foldCosts(): Promise<readonly FoldCost[]> {
  const costs: FoldCost[] = []
  for (const chunks of SIZES) {
    costs.push({
      chunks,
      textMicroseconds: await microsecondsPerChunk(oneText(chunks)),
      conversationMicroseconds: await microsecondsPerChunk(manyTurns(chunks)),
    })
  }
  return costs
}
