import { describe, expect, it } from 'vitest'
import { createSpokenStop } from '../../../src/main/sight/spoken-stop'
import { saysStopLooking } from '../../../src/shared/sight/stop-words'

/** Whether sight ended after these pieces of the user's words, or of the model's. */
function endsAt(pieces: readonly string[], role: 'user' | 'assistant' = 'user', conversationId = 'c-1'): boolean {
  let ended = false
  const spokenStop = createSpokenStop({
    shownIn: () => 'c-1',
    stop() {
      ended = true
    },
  })
  for (const delta of pieces)
    spokenStop({ conversationId, turnId: 't-1', messageId: 'm-1', role, seq: 0, chunk: { type: 'text-delta', id: 'p-1', delta } })
  return ended
}

describe('sight', () => {
  it.each([['Stop', ' looking, please.'], ['もう', '見 ない', 'で'], ['Okay, don’t look now']])(
    'ends at a word of the user, in pieces of a transcript or typed, and at no word of the model: %s%s%s',
    (...pieces) => {
      const said = pieces.filter((piece) => typeof piece === 'string')
      expect(endsAt(said)).toBe(true)
      expect(endsAt(said, 'assistant')).toBe(false)
      expect(endsAt(said, 'user', 'c-2')).toBe(false)
    },
  )

  it.each(['Look at this', 'What does this error mean?', 'これを見て', 'この画面を見ながら話そう', 'stop'])(
    'does not end at “%s”',
    (text) => {
      expect(saysStopLooking(text)).toBe(false)
    },
  )
})
