import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameFacts } from '../../../src/main/models/live/frame-facts'

describe('frameFacts', () => {
  it('accepts a handle only if the server calls the session resumable', () => {
    expect(frameFacts({ sessionResumptionUpdate: { newHandle: 'h', resumable: true } }).handle).toBe('h')
    expect(frameFacts({ sessionResumptionUpdate: { newHandle: 'h', resumable: false } }).handle).toBeNull()
    expect(frameFacts({ sessionResumptionUpdate: { newHandle: '', resumable: true } }).handle).toBeNull()
    expect(frameFacts({ sessionResumptionUpdate: { resumable: true } }).handle).toBeNull()
  })

  it.each([
    ['50s', 50_000],
    ['9.5s', 9_500],
    ['soon', null],
    [undefined, null],
    [50, null],
  ])('a goAway with %j left', (timeLeft, timeLeftMs) => {
    expect(frameFacts({ goAway: { timeLeft } }).goAway).toEqual({ timeLeftMs })
  })

  it('reads the status wherever it is, with its old name', () => {
    expect(frameFacts({ serverContent: { turnComplete: true } }).status).toBeNull()
    expect(frameFacts({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } }).status).toBe('working')
    expect(frameFacts({ serverContent: { turnComplete: true }, interactionStatus: 'IN_PROGRESS' }).status).toBe('working')
    expect(frameFacts({ interactionStatus: 'IDLE' }).status).toBe('idle')
    expect(frameFacts({ serverContent: { interactionStatus: 'REQUIRES_ACTION' } }).status).toBe('idle')
  })

  it('counts a conversation as active by content and calls, not by handles and counts', () => {
    expect(frameFacts({ serverContent: { inputTranscription: { text: 'What' } } }).moves).toBe(true)
    expect(frameFacts({ toolCallCancellation: { ids: ['c'] } }).moves).toBe(true)
    expect(frameFacts({ sessionResumptionUpdate: { newHandle: 'h', resumable: true }, usageMetadata: {} }).moves).toBe(false)
  })

  it('reads calls with and without ids', () => {
    const facts = frameFacts({ toolCall: { functionCalls: [{ id: 'a', name: 'f' }, { name: 'g' }, null] } })
    expect(facts.calls).toEqual([
      { id: 'a', name: 'f' },
      { id: null, name: 'g' },
      { id: null, name: '' },
    ])
  })

  it('throws on nothing', { timeout: 60_000 }, () => {
    const field = fc.constantFrom('serverContent', 'toolCall', 'functionCalls', 'goAway', 'timeLeft', 'sessionResumptionUpdate', 'ids')
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(field, tie('any')),
        fc.array(tie('any'), { maxLength: 3 }),
      ),
    })).any
    fc.assert(fc.property(value, (frame) => typeof frameFacts(frame).moves === 'boolean'))
  })
})
