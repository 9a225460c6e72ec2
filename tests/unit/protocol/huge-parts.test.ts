import { describe, expect, it } from 'vitest'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const SIZE = 100 * 1024 * 1024
const HUGE = 'A'.repeat(SIZE)

const text = (parts: readonly unknown[]): ConverterInput => ({
  type: 'text',
  chunk: { candidates: [{ content: { parts }, finishReason: 'STOP' }] },
})
const inline = (mimeType: string) => ({ inlineData: { mimeType, data: HUGE } })

describe('a single part of 100 MB', { timeout: 120_000 }, () => {
  const cases: readonly (readonly [string, ConverterInput])[] = [
    ['text', text([{ text: HUGE }])],
    ['a thought', text([{ text: HUGE, thought: true }])],
    ['a picture', text([inline('image/png')])],
    ['an argument', text([{ functionCall: { name: 'pay', args: { note: HUGE } } }])],
    ['a signature', text([{ text: '', thoughtSignature: HUGE }])],
    ['what the model said', live.said(HUGE)],
    ['what the user said', live.heard(HUGE)],
    ['sound', live.content({ modelTurn: { parts: [inline('audio/pcm')] } })],
    ['something that is no base64', live.content({ modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm', data: `${HUGE}!` } }] } })],
    ['an unknown field', live.frame({ novelty: HUGE })],
  ]

  it.each(cases)('that is %s passes like any other', (_name, input) => {
    const output = play([input])
    expect(lintStream(output.filter(({ chunk }) => chunk.type !== 'data-pcm'))).toEqual([])
    expect(output.reduce(foldChunk, emptyThread()).messages.length).toBeLessThanOrEqual(1)
  })
})
