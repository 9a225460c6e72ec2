import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyAsInstruction, trimHistory, turnsStillToSay } from '../../../src/main/models/live/trim-history'

const user = (text: string) => ({ role: 'user' as const, text })
const model = (text: string) => ({ role: 'model' as const, text })

describe('a history for a new session', () => {
  it('keeps the newest turns that fit, and begins with the user', () => {
    const turns = [user('aaaa'), model('bbbb'), user('cccc'), model('dddd')]
    expect(trimHistory(turns, 100)).toEqual(turns)
    expect(trimHistory(turns, 12)).toEqual([user('cccc'), model('dddd')])
    expect(trimHistory(turns, 7)).toEqual([model('dddd')])
    expect(trimHistory([], 7)).toEqual([])
  })

  it('keeps the end of a newest turn that is too long', () => {
    expect(trimHistory([user('one'), user('a very long story')], 5)).toEqual([user('story')])
  })

  it('is never longer than allowed, and a part of the conversation', () => {
    const turns = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'model' as const), text: fc.string({ minLength: 1 }) }))
    fc.assert(
      fc.property(turns, fc.nat(60), (said, characters) => {
        const kept = trimHistory(said, characters)
        expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(characters)
        expect(kept.every(({ text }, index) => said.at(index - kept.length)?.text.endsWith(text) === true)).toBe(true)
      }),
    )
  })

  it('as an instruction says who said what', () => {
    expect(historyAsInstruction([user('Hi'), model('Hello')])).toContain('User: Hi\nYou: Hello')
  })
})

it('pending input is identified by its turn', () => {
  const items = [
    { type: 'activity-start', turnId: 'turn-1' },
    { type: 'audio', pcm: Uint8Array.of(1, 2) },
    { type: 'activity-end' },
    { type: 'text', text: 'no turn' },
    { type: 'text', text: 'hello', turnId: 'turn-2' },
  ] as const
  expect([...turnsStillToSay(items)]).toEqual(['turn-1', 'turn-2'])
})
