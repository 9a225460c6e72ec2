import { describe, expect, it } from 'vitest'
import { createAiSdkWriter } from '../../../src/shared/protocol/dialects/ai-sdk'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const guess = (text: string) => live.content({ interimInputTranscription: { text } })

describe('the transcript that replaces a guess at the user’s speech', () => {
  const spoken = (words: readonly string[]) => {
    const output = play([guess('so'), ...words.map((word) => live.heard(word)), live.said('Yes.'), live.complete()])
    expect(lintStream(output)).toEqual([])
    const writer = createAiSdkWriter()
    const told = output.flatMap((placed) => writer.push(placed))
    const outside = told.flatMap((event) => (event.type === 'chunk' && event.chunk.type === 'data-transcript' ? [event.chunk.data] : []))
    const [user] = output.reduce(foldChunk, emptyThread()).messages
    const [transcript, text] = user?.parts ?? []
    return {
      outside: outside.at(-1),
      transcript: transcript?.type === 'data-transcript' ? transcript.data : null,
      text: text?.type === 'text' ? text.text : null,
    }
  }

  it('is complete, inside and for clients', () => {
    const whole = { turnId: 'turn-1', text: 'So it rains.', final: true }
    expect(spoken(['So it', ' rains.'])).toEqual({ outside: whole, transcript: whole, text: 'So it rains.' })
  })

  it('is cut if the user never stops, and complete in the text', () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `w${index}😀 `)
    const { outside, transcript, text } = spoken(words)
    expect(text).toBe(words.join(''))
    expect(transcript?.final).toBe(true)
    expect(outside).toEqual(transcript)
    expect(transcript?.text.length).toBeLessThanOrEqual(100_001)
    expect(transcript?.text.endsWith('…')).toBe(true)
    expect(words.join('').startsWith(transcript?.text.slice(0, -1) ?? '?')).toBe(true)
    expect(transcript?.text).not.toMatch(/[\uD800-\uDBFF]…$/)
  })
})
