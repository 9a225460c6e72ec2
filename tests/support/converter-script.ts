import type { NewId } from '../../src/shared/lib/ids'
import { countingIds } from '../../src/shared/lib/ids'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import type { CallOutcome, ConverterInput } from '../../src/shared/protocol/converter-input'
import { createConverter } from '../../src/shared/protocol/from-gemini'

/** One event for a converter: an input, or an input about one of the calls that are open then. */
export type Happening =
  | ConverterInput
  | { readonly type: 'ask-open'; readonly index: number; readonly approvalId: string }
  | { readonly type: 'settle-open'; readonly index: number; readonly outcome: CallOutcome }
  | { readonly type: 'played-now'; readonly samples: number }

/** Applies all events in order, then ends the input. */
export function play(happenings: readonly Happening[], newId: NewId = countingIds()): readonly PlacedChunk[] {
  const converter = createConverter({ newId })
  const output: PlacedChunk[] = []
  for (const happening of [...happenings, { type: 'end' } as const]) {
    const input = inputOf(happening, converter)
    if (input !== null) output.push(...converter.push(input))
  }
  return output
}

function inputOf(happening: Happening, converter: ReturnType<typeof createConverter>): ConverterInput | null {
  if (happening.type === 'played-now') {
    const turnId = converter.currentTurnId()
    return turnId === null ? null : { type: 'played', turnId, samples: happening.samples }
  }
  if (happening.type !== 'ask-open' && happening.type !== 'settle-open') return happening
  const calls = converter.calls()
  const call = calls[happening.index % Math.max(1, calls.length)]
  if (call === undefined) return null
  const { toolCallId } = call
  return happening.type === 'ask-open'
    ? { type: 'approval-requested', toolCallId, approvalId: happening.approvalId }
    : { type: 'call-settled', toolCallId, outcome: happening.outcome }
}

/** s16le samples 0, 1, 2, … as base64. */
export function pcm(samples: number): string {
  return Buffer.from(Int16Array.from({ length: samples }, (_, index) => index).buffer).toString('base64')
}

/** Short names for Live frames. */
export const live = {
  frame: (frame: unknown): ConverterInput => ({ type: 'live', frame }),
  content: (serverContent: unknown): ConverterInput => ({ type: 'live', frame: { serverContent } }),
  heard: (text: string, finished?: boolean): ConverterInput => live.content({ inputTranscription: { text, finished } }),
  said: (text: string, finished?: boolean): ConverterInput => live.content({ outputTranscription: { text, finished } }),
  audio: (samples: number): ConverterInput =>
    live.content({ modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: pcm(samples) } }] } }),
  call: (name: string, args: unknown = {}, id: string | undefined = `fc-${name}`): ConverterInput =>
    live.frame({ toolCall: { functionCalls: [{ name, args, id }] } }),
  interrupted: (): ConverterInput => live.content({ interrupted: true }),
  complete: (more: object = {}): ConverterInput => live.content({ turnComplete: true, ...more }),
}
