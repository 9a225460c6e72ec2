import { safeValidateUIMessages } from 'ai'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { uiMessageSchema } from '../../../src/shared/protocol/ui-message-schema'
import { live, play } from '../../support/converter-script'
import { silence, speech, typed } from '../../support/spoken-script'
import { lintStream } from '../../support/stream-lint'

const voice = { durationMs: 1200, bars: [0.5, 1] }
const unheard = (turnId: string) => ({ type: 'user-speech-unheard', turnId, sound: { attachmentId: `sound of ${turnId}`, voice } }) as const

/** A line for each message: its text, and the sound that it shows instead. */
async function thread(output: readonly PlacedChunk[]): Promise<readonly string[]> {
  expect(lintStream(output)).toEqual([])
  const { messages } = output.reduce(foldChunk, emptyThread())
  for (const message of messages) expect(uiMessageSchema.safeParse(message).success).toBe(true)
  if (messages.length > 0) expect((await safeValidateUIMessages({ messages: structuredClone(messages) })).success).toBe(true)
  return messages.map(({ role, parts }) =>
    [
      `${role}:`,
      ...parts.flatMap((part) => {
        if (part.type === 'text') return [part.text]
        return part.type === 'data-speech' && part.data.shown ? [`(${part.data.attachmentId})`] : []
      }),
    ].join(' '),
  )
}

describe('untranscribed speech', () => {
  it('has one line, with its sound, however often it is reported as untranscribed', async () => {
    const output = play([speech, silence, unheard('turn-1'), unheard('turn-1')])
    expect(await thread(output)).toEqual(['user: (sound of turn-1)'])
    const [message] = output.reduce(foldChunk, emptyThread()).messages
    expect(message?.metadata).toEqual({ turnId: 'turn-1', voice })
  })

  it('gives its line to the transcript, if it comes after all, and the sound is removed', async () => {
    const output = play([speech, silence, unheard('turn-1'), live.heard('Pay '), live.heard('it.'), live.said('Paid.'), live.complete()])
    expect(await thread(output)).toEqual(['user: Pay it.', 'assistant: Paid.'])
    const [user] = output.reduce(foldChunk, emptyThread()).messages
    expect(user?.parts).toContainEqual({ type: 'data-speech', id: 'speech', data: { attachmentId: null, durationMs: 1200, shown: false } })
    expect(output.filter(({ role, chunk }) => role === 'user' && chunk.type === 'start').map(({ messageId }) => messageId)).toEqual([
      'message-1',
      'message-1',
    ])
  })

  it('gives its line to a guess at the transcript, too', async () => {
    const guess = live.content({ interimInputTranscription: { text: 'Pay it' } })
    expect(await thread(play([speech, silence, unheard('turn-1'), guess, live.said('Paid.'), live.complete()]))).toEqual([
      'user: Pay it',
      'assistant: Paid.',
    ])
  })

  it('that is answered without a transcript keeps its line above the answer', async () => {
    expect(await thread(play([speech, silence, unheard('turn-1'), live.said('Paid.'), live.complete()]))).toEqual([
      'user: (sound of turn-1)',
      'assistant: Paid.',
    ])
  })

  it('keeps its transcript separate from that of later speech', async () => {
    const lost = { type: 'user-speech-repeats', turnIds: ['turn-1', 'turn-2'] } as const
    const first = [live.heard('Pay it.'), live.said('Paid.'), live.complete()]
    const second = [live.heard('And the rent.'), live.said('Paid too.'), live.complete()]
    const both = [speech, silence, speech, silence, unheard('turn-1'), unheard('turn-2')]
    expect(await thread(play(both))).toEqual(['user: (sound of turn-1)', 'user: (sound of turn-2)'])
    const withoutLines = [speech, silence, speech, silence, lost, ...first, ...second]
    const words = await thread(play([...both, lost, ...first, ...second]))
    expect(words.filter((line) => line.startsWith('user'))).toEqual(['user: Pay it.', 'user: And the rent.'])
    expect(words).toEqual(await thread(play(withoutLines)))
  })

  it('has no line with a transcript, if it was withdrawn, if nobody has finished speaking, and for an unknown turn', async () => {
    expect(await thread(play([speech, live.heard('Pay it.'), silence, unheard('turn-1')]))).toEqual(['user: Pay it.'])
    expect(await thread(play([speech, { type: 'user-speech-taken-back' }, unheard('turn-1')]))).toEqual([])
    expect(await thread(play([speech, unheard('turn-1')]))).toEqual([])
    expect(await thread(play([typed('Hello'), unheard('turn-1'), unheard('turn-9')]))).toEqual(['user: Hello'])
  })

  it('that is sent again in a later turn gets its text in the existing line, even one of an earlier run', async () => {
    const shownIn = { turnId: 'turn-1', messageId: 'message-1', durationMs: 1200 }
    const resent = { type: 'user-speech-resent', turnId: 'turn-2', shownIn } as const
    const again = [speech, silence, resent, live.heard('Pay it.'), live.said('Paid.'), live.complete()]
    const end = { type: 'end', forgets: true } as const
    expect(await thread(play([speech, silence, unheard('turn-1'), end, ...again]))).toEqual(['user: Pay it.', 'assistant: Paid.'])
  })
})
