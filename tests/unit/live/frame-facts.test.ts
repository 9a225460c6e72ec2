import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameFacts } from '../../../src/main/live/frame-facts'

describe('frameFacts', () => {
  it('takes a handle only when the server calls the session resumable', () => {
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

  it('is idle by the status where there is one, wherever it stands, else by the end of the turn', () => {
    expect(frameFacts({ serverContent: { turnComplete: true } }).idle).toBe(true)
    expect(frameFacts({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } }).idle).toBe(false)
    expect(frameFacts({ serverContent: { turnComplete: true }, interactionStatus: 'IN_PROGRESS' }).idle).toBe(false)
    expect(frameFacts({ serverContent: { interactionStatus: 'IDLE' } }).idle).toBe(true)
    expect(frameFacts({ serverContent: { interactionStatus: 'REQUIRES_ACTION' } }).idle).toBe(true)
    expect(frameFacts({ serverContent: { generationComplete: true } }).idle).toBe(false)
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
    fc.assert(fc.property(value, (frame) => typeof frameFacts(frame).idle === 'boolean'))
  })
})
