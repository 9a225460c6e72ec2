import { describe, expect, it } from 'vitest'
import { createDiscard } from '../../../src/main/conversations/discard'

const words = { answers: true, turnComplete: false }
const heard = { answers: false, turnComplete: false }
const complete = { answers: false, turnComplete: true }

describe('an answer that the user does not want', () => {
  it('is passed by until its turn is complete, and the next one is shown', () => {
    const discard = createDiscard()
    discard.begin()
    expect([words, complete, words].map((facts) => discard.hear(facts))).toEqual(['passed-by', 'over', 'shown'])
  })

  it('does not take the answer to new words with it when it had not begun', () => {
    const discard = createDiscard()
    discard.begin()
    discard.hear(heard)
    discard.saidMore()
    expect(discard.hear(words)).toBe('shown')
  })

  it('that had begun is passed by to its end, although the user says something else', () => {
    const discard = createDiscard()
    discard.begin()
    discard.hear(words)
    discard.saidMore()
    expect([words, complete, words].map((facts) => discard.hear(facts))).toEqual(['passed-by', 'over', 'shown'])
  })

  it('that was lost with its connection takes no other with it, unless its words are said again', () => {
    const discard = createDiscard()
    discard.begin()
    discard.connectionLost()
    discard.connectionLost()
    expect(discard.hear(heard)).toBe('shown')
    discard.wordsRepeated()
    expect(discard.hear(words)).toBe('passed-by')
    discard.hear(complete)
    discard.wordsRepeated()
    expect(discard.hear(words)).toBe('shown')
  })
})
