import { expect } from 'vitest'
import { countingIds } from '../../src/shared/lib/ids'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import type { ConverterInput } from '../../src/shared/protocol/converter-input'
import { createConverter } from '../../src/shared/protocol/from-gemini'
import { messagesProblem, readMessages } from './ai-reader'
import { lintStream } from './stream-lint'

/** The output of a fresh converter for these inputs, without an end. */
export function convert(...inputs: readonly ConverterInput[]): readonly PlacedChunk[] {
  const converter = createConverter({ newId: countingIds() })
  return inputs.flatMap((input) => converter.push(input))
}

/** Fails unless the output is valid for the lint and for the AI SDK. */
export async function expectLegal(output: readonly PlacedChunk[]): Promise<void> {
  expect(lintStream(output)).toEqual([])
  expect(await messagesProblem(await readMessages(output))).toBeNull()
}

export const ask = (toolCallId: string, approvalId: string): ConverterInput => ({ type: 'approval-requested', toolCallId, approvalId })
export const pause: ConverterInput = { type: 'pause' }
export const end: ConverterInput = { type: 'end' }
export const result = (toolCallId: string, output: string): ConverterInput => ({
  type: 'call-settled',
  toolCallId,
  outcome: { kind: 'result', output },
})
export const deny = (toolCallId: string): ConverterInput => ({ type: 'call-settled', toolCallId, outcome: { kind: 'denied' } })
