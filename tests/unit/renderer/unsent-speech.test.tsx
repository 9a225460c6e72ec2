// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { UnsentSpeech } from '../../../src/renderer/chat/unsent-speech'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()

describe('unanswered speech', () => {
  it.each([
    { language: 'en', words: ['Your 0:04 message got no answer. The recording is saved.', 'Send again', 'Discard'] },
    { language: 'ja', words: ['0:04の発言に回答がありません。録音は保存されています。', 'もう一度送信', '破棄'] },
  ] as const)('is shown with its length, and can be sent again or erased, in $language', async ({ language, words }) => {
    await show(<UnsentSpeech />, { unsentSpeechMs: 4200 }, language)
    for (const word of words) expect(place().textContent).toContain(word)
    const [again, drop] = place().querySelectorAll('button')
    await act(async () => again?.click())
    await act(async () => drop?.click())
    const payload = { conversationId: 'conversation-0' }
    expect(asked).toEqual([
      { name: 'session.retry', payload },
      { name: 'speech.drop', payload },
    ])
  })

  it('is not shown if there is none', async () => {
    await show(<UnsentSpeech />, {})
    expect(place().textContent).toBe('')
  })
})
