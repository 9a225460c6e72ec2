import { describe, expect, it } from 'vitest'
import { createDiscard } from '../../../src/main/conversations/model-output'

const words = { answers: true, turnComplete: false }
const heard = { answers: false, turnComplete: false }
const complete = { answers: false, turnComplete: true }
const cutShort = { serverContent: { interrupted: true, turnComplete: true } }

describe('an answer that the user does not want', () => {
  it('is dropped until its turn is complete, and the next one is shown', () => {
    const discard = createDiscard()
    discard.begin('stopped')
    expect([words, complete, words].map((facts) => discard.hear({}, facts))).toEqual([[], [cutShort], 'shown'])
  })

  it('does not drop the answer to a new message if it had not begun', () => {
    const discard = createDiscard()
    discard.begin('stopped')
    discard.hear({}, heard)
    discard.saidMore()
    expect(discard.hear({}, words)).toBe('shown')
  })

  it('that had begun is dropped to its end, although the user says something else', () => {
    const discard = createDiscard()
    discard.begin('stopped')
    discard.hear({}, words)
    discard.saidMore()
    expect([words, complete, words].map((facts) => discard.hear({}, facts))).toEqual([[], [cutShort], 'shown'])
  })

  it('that was lost with its connection drops no other, unless its input is sent again', () => {
    const discard = createDiscard()
    discard.begin('stopped')
    discard.connectionLost()
    discard.connectionLost()
    expect(discard.hear({}, heard)).toBe('shown')
    discard.wordsRepeated()
    expect(discard.hear({}, words)).toEqual([])
    discard.hear({}, complete)
    discard.wordsRepeated()
    expect(discard.hear({}, words)).toBe('shown')
  })

  it('does not drop the transcript of the user’s speech: the thread knows what was withdrawn', () => {
    const transcript = { serverContent: { inputTranscription: { text: 'Stop it' } } }
    const frame = { serverContent: { ...transcript.serverContent, outputTranscription: { text: 'I' } } }
    const discard = createDiscard()
    discard.begin('stopped')
    expect(discard.hear(frame, words)).toEqual([transcript])
    expect(discard.hear(transcript, complete)).toEqual([transcript, cutShort])
    discard.begin('taken-back')
    discard.begin('stopped')
    expect(discard.hear(frame, words)).toEqual([transcript])
  })

  it('that had begun when the user said more ends with its connection: the answer to the later input is shown', () => {
    const discard = createDiscard()
    discard.hear({}, words)
    discard.begin('stopped')
    discard.saidMore()
    expect(discard.hear({}, words)).toEqual([])
    discard.connectionLost()
    discard.wordsRepeated()
    expect(discard.hear({}, words)).toBe('shown')
  })

  it('to withdrawn input does not answer other input, which is sent to another connection', () => {
    const discard = createDiscard()
    discard.begin('taken-back')
    discard.connectionLost()
    discard.wordsRepeated()
    expect(discard.hear({}, words)).toBe('shown')
  })
})
