import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../src/shared/lib/ids'
import { createConverter } from '../../../src/shared/protocol/from-gemini'
import { ask, convert, deny, end, expectLegal, pause, result } from '../../support/call-inputs'
import { live } from '../../support/converter-script'
import { sketchModel } from '../../support/sketch'

describe('a call that needs no approval', () => {
  it('is made at once and gets its result in its own step; the model’s next output is a new step of the same response', async () => {
    const output = convert(live.heard('Weather?'), live.call('get_weather'), result('call-1', '4°'), live.said('Four.'), live.complete())
    expect(sketchModel(output)).toEqual([
      'start',
      'start-step',
      'tool-input-start call-1 get_weather',
      'tool-input-available call-1 get_weather',
      'tool-output-available call-1 "4°"',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta "Four."',
      'text-end',
      'finish-step',
      'finish stop',
    ])
    await expectLegal(output)
  })

  it('is offered to the app under our id, together with the model’s id', () => {
    const converter = createConverter({ newId: countingIds() })
    converter.push(live.call('pay', { amount: 3 }, 'fc-1'))
    converter.push(live.frame({ toolCall: { functionCalls: [{ name: 'pay', args: { amount: 4 } }] } }))
    expect(converter.calls()).toMatchObject([
      { toolCallId: 'call-1', messageId: 'message-1', turnId: 'turn-1', name: 'pay', input: { amount: 3 }, modelCallId: 'fc-1' },
      { toolCallId: 'call-2', input: { amount: 4 }, modelCallId: null },
    ])
    converter.push(result('call-1', 'paid'))
    expect(converter.calls().map(({ toolCallId }) => toolCallId)).toEqual(['call-2'])
  })

  it('is settled once: a second result changes nothing', async () => {
    const output = convert(live.call('pay'), result('call-1', 'paid'), result('call-1', 'again'), deny('call-1'), live.complete())
    expect(sketchModel(output).filter((line) => line.startsWith('tool-output'))).toEqual(['tool-output-available call-1 "paid"'])
    await expectLegal(output)
  })
})

describe('an approval request', () => {
  it('is in the step of its call and pauses the response; the result comes before the first step of the continuation', async () => {
    const output = convert(live.call('pay'), ask('call-1', 'p1'), pause, result('call-1', 'paid'), live.said('Paid.'), live.complete())
    expect(sketchModel(output)).toEqual([
      'start',
      'start-step',
      'tool-input-start call-1 pay',
      'tool-input-available call-1 pay',
      'tool-approval-request call-1 p1',
      'finish-step',
      'finish tool-calls',
      'start',
      'tool-output-available call-1 "paid"',
      'start-step',
      'text-start',
      'text-delta "Paid."',
      'text-end',
      'finish-step',
      'finish stop',
    ])
    expect(new Set(output.map(({ messageId }) => messageId))).toEqual(new Set(['message-1']))
    await expectLegal(output)
  })

  it('denied and expired are denials, withdrawn is an error', async () => {
    const call = (name: string) => live.call(name)
    const output = convert(
      ...[call('a'), call('b'), call('c'), ask('call-1', 'p1'), ask('call-2', 'p2'), ask('call-3', 'p3'), pause, deny('call-1')],
      { type: 'call-settled', toolCallId: 'call-2', outcome: { kind: 'expired' } },
      { type: 'call-settled', toolCallId: 'call-3', outcome: { kind: 'withdrawn', reason: 'Taken back.' } },
      live.complete(),
    )
    expect(sketchModel(output).slice(-6)).toEqual([
      'finish tool-calls',
      'start',
      'tool-output-denied call-1',
      'tool-output-denied call-2',
      'tool-output-error call-3 Taken back.',
      'finish stop',
    ])
    await expectLegal(output)
  })

  it('answered while the model continues to speak is settled in a further continuation', async () => {
    const output = convert(
      ...[live.call('pay'), ask('call-1', 'p1'), pause, live.said('While you decide'), result('call-1', 'paid'), live.said(' … done.')],
      live.complete(),
    )
    expect(sketchModel(output).slice(7)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta "While you decide"',
      'text-end',
      'finish-step',
      'finish tool-calls',
      'start',
      'tool-output-available call-1 "paid"',
      'start-step',
      'text-start',
      'text-delta " … done."',
      'text-end',
      'finish-step',
      'finish stop',
    ])
    await expectLegal(output)
  })

  it('still open when the turn is complete leaves the message paused, and its late result closes it again', async () => {
    const output = convert(
      ...[live.call('pay'), ask('call-1', 'p1'), pause, live.complete(), { type: 'user-speech-start' } as const, live.heard('And now?')],
      ...[live.said('Now this.'), result('call-1', 'paid'), live.complete(), end],
    )
    const first = output.filter(({ messageId, role }) => role === 'assistant' && messageId === 'message-1')
    expect(sketchModel(first).slice(-3)).toEqual(['start', 'tool-output-available call-1 "paid"', 'finish stop'])
    await expectLegal(output)
  })

  it('can be answered without the app pausing first', async () => {
    const output = convert(live.call('pay'), ask('call-1', 'p1'), deny('call-1'), live.said('All right.'), live.complete())
    expect(sketchModel(output).slice(4, 9)).toEqual([
      'tool-approval-request call-1 p1',
      'finish-step',
      'finish tool-calls',
      'start',
      'tool-output-denied call-1',
    ])
    await expectLegal(output)
  })

  it('is made once, and only while the step of its call is open', async () => {
    const output = convert(
      ...[live.call('pay'), ask('call-1', 'p1'), ask('call-1', 'p2'), live.call('buy'), ask('call-2', 'p1'), live.said('Well,')],
      ...[ask('call-2', 'p3'), end],
    )
    expect(sketchModel(output).filter((line) => line.startsWith('tool-approval'))).toEqual(['tool-approval-request call-1 p1'])
    await expectLegal(output)
  })
})

describe('a denial without an approval request', () => {
  it('gets one in the same step, because a denial without one is not a valid message', async () => {
    const output = convert(live.call('pay'), deny('call-1'), live.complete())
    expect(sketchModel(output).slice(4)).toEqual([
      'tool-approval-request call-1 approval-1',
      'finish-step',
      'finish tool-calls',
      'start',
      'tool-output-denied call-1',
      'finish stop',
    ])
    await expectLegal(output)
  })
})

describe('a call that is delivered twice', () => {
  it('is one call; the same id for something else is another', () => {
    const converter = createConverter({ newId: countingIds() })
    for (const amount of [3, 3, 4]) converter.push(live.call('pay', { amount }, 'call_0'))
    expect(converter.calls().map(({ input }) => input)).toEqual([{ amount: 3 }, { amount: 4 }])
  })
})

describe('calls that the model withdraws', () => {
  it('are withdrawn at once and not settled again', async () => {
    const output = convert(
      ...[live.call('pay', {}, 'fc-9'), live.frame({ toolCallCancellation: { ids: ['fc-9', 'never-seen', 5] } }), result('call-1', 'late')],
      live.complete(),
    )
    expect(sketchModel(output).filter((line) => line.startsWith('tool-output'))).toHaveLength(1)
    expect(sketchModel(output).find((line) => line.startsWith('tool-output'))).toContain('tool-output-error call-1')
    await expectLegal(output)
  })

  it('are those of the latest message that has the id, because models count from zero in every turn', () => {
    const converter = createConverter({ newId: countingIds() })
    const inputs = [
      live.heard('On.'),
      live.call('lamp', {}, 'call_0'),
      live.complete(),
      live.heard('Off.'),
      live.call('lamp', {}, 'call_0'),
    ]
    for (const input of inputs) converter.push(input)
    converter.push(live.frame({ toolCallCancellation: { ids: ['call_0'] } }))
    expect(converter.calls().map(({ toolCallId }) => toolCallId)).toEqual(['call-1'])
  })
})

describe('sound around calls', () => {
  it('neither opens a step nor closes the one of a call', async () => {
    const output = convert(
      live.audio(4),
      live.call('pay'),
      live.audio(4),
      ask('call-1', 'p1'),
      pause,
      live.audio(2),
      result('call-1', 'ok'),
      live.complete(),
    )
    expect(sketchModel(output)).toEqual([
      'start',
      'start-step',
      'tool-input-start call-1 pay',
      'tool-input-available call-1 pay',
      'tool-approval-request call-1 p1',
      'finish-step',
      'finish tool-calls',
      'start',
      'tool-output-available call-1 "ok"',
      'finish stop',
    ])
    await expectLegal(output)
  })
})

describe('idle', () => {
  it('is when no turn runs and nothing waits for a call', () => {
    const converter = createConverter({ newId: countingIds() })
    expect(converter.isIdle()).toBe(true)
    converter.push(live.heard('Pay.'))
    expect(converter.isIdle()).toBe(false)
    converter.push(live.call('pay'))
    converter.push(live.complete())
    expect(converter.isIdle()).toBe(false)
    converter.push(result('call-1', 'ok'))
    converter.push(live.complete())
    expect(converter.isIdle()).toBe(true)
    expect(converter.currentTurnId()).toBe('turn-1')
  })
})
