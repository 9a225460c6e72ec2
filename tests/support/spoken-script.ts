import { expect } from 'vitest'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../src/shared/protocol/fold'
import { lintStream } from './stream-lint'

/** The user begins to speak, and has finished. */
export const speech = { type: 'user-speech-start' } as const
export const silence = { type: 'user-speech-end' } as const
export const typed = (text: string) => ({ type: 'user-text', text }) as const

/** The thread made from chunks, a line for each message: `user: Hello`. */
export function said(output: readonly PlacedChunk[]): readonly string[] {
  expect(lintStream(output)).toEqual([])
  return output
    .reduce(foldChunk, emptyThread())
    .messages.map(({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}`)
}
