import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type HoldCombination,
  type HoldSignal,
  keyUp,
  lostKeyUpMs,
  shortcutWindowMs,
  stepHoldKey,
} from '../../../src/main/platform/hotkeys/hold-key'
import type { KeyEvent, Modifier } from '../../../src/main/platform/hotkeys/key-event'

const rightControl: HoldCombination = { key: 0x0e1d, keyModifier: 'control', modifiers: [] }
const rightCtrl = rightControl.key
const letterC = 46
const space = 57
const leftCtrl = 29

type Timed = readonly [at: number, event: KeyEvent]

function down(at: number, key: number, ...modifiers: Modifier[]): Timed {
  return [at, { type: 'down', key, modifiers }]
}

function up(at: number, key: number, ...modifiers: Modifier[]): Timed {
  return [at, { type: 'up', key, modifiers }]
}

function signalsOf(events: readonly Timed[], combination: HoldCombination = rightControl): HoldSignal[] {
  const signals: HoldSignal[] = []
  let state = keyUp
  for (const [at, event] of events) {
    const step = stepHoldKey(state, event, combination, at)
    state = step.state
    signals.push(...step.signals)
  }
  return signals
}

describe('Right Ctrl', () => {
  it('pressed and released is one press and one release, however often it repeats', () => {
    const repeats = Array.from({ length: 28 }, (_, index) => down(500 + index * 30, rightCtrl, 'control'))
    expect(signalsOf([down(0, rightCtrl, 'control'), ...repeats, up(1400, rightCtrl)])).toEqual(['press', 'release'])
  })

  it('used for a shortcut is cancelled, and nothing more comes until it is pressed again', () => {
    expect(
      signalsOf([
        down(0, rightCtrl, 'control'),
        down(200, letterC, 'control'),
        up(260, letterC, 'control'),
        down(400, letterC, 'control'),
        down(700, rightCtrl, 'control'),
        up(900, rightCtrl),
        down(2000, rightCtrl, 'control'),
        up(2500, rightCtrl),
      ]),
    ).toEqual(['press', 'cancel', 'press', 'release'])
  })

  it('with a click or a turn of the wheel is a shortcut too', () => {
    expect(signalsOf([down(0, rightCtrl, 'control'), [300, { type: 'other' }], up(500, rightCtrl)])).toEqual(['press', 'cancel'])
  })

  it('held for speech is not affected by a later stray key', () => {
    expect(signalsOf([down(0, rightCtrl, 'control'), down(shortcutWindowMs, letterC, 'control'), up(5000, rightCtrl)])).toEqual([
      'press',
      'release',
    ])
  })

  it('is not pressed with another modifier down, nor is any other key', () => {
    expect(signalsOf([down(0, rightCtrl, 'control', 'shift'), up(100, rightCtrl, 'shift')])).toEqual([])
    expect(signalsOf([down(0, letterC), up(50, letterC), down(60, leftCtrl, 'control'), up(90, leftCtrl)])).toEqual([])
  })

  it('whose release was lost is released at the next press', () => {
    const lost = 1000 + lostKeyUpMs
    expect(
      signalsOf([
        down(0, rightCtrl, 'control'),
        down(1000, rightCtrl, 'control'),
        down(lost, rightCtrl, 'control'),
        up(lost + 500, rightCtrl),
      ]),
    ).toEqual(['press', 'release', 'press', 'release'])
  })

  it('whose release was lost after a shortcut works again at the next press', () => {
    expect(
      signalsOf([
        down(0, rightCtrl, 'control'),
        down(100, letterC, 'control'),
        down(100 + lostKeyUpMs, rightCtrl, 'control'),
        up(9000, rightCtrl),
      ]),
    ).toEqual(['press', 'cancel', 'press', 'release'])
  })
})

describe('a combination', () => {
  const combination: HoldCombination = { key: space, keyModifier: null, modifiers: ['control', 'alt'] }

  it('is pressed only when exactly its keys are down', () => {
    expect(signalsOf([down(0, space, 'control', 'alt'), up(500, space, 'control', 'alt')], combination)).toEqual(['press', 'release'])
    expect(signalsOf([down(0, space, 'control'), up(500, space)], combination)).toEqual([])
    expect(signalsOf([down(0, space, 'control', 'alt', 'shift'), up(500, space)], combination)).toEqual([])
  })

  it('is released by whichever key comes up first, and its repeats do not press again', () => {
    expect(
      signalsOf(
        [
          down(0, space, 'control', 'alt'),
          up(800, leftCtrl, 'alt'),
          down(830, space, 'alt'),
          down(860, space, 'control', 'alt'),
          up(900, space, 'alt'),
        ],
        combination,
      ),
    ).toEqual(['press', 'release'])
  })
})

describe('whatever keys are typed', () => {
  const modifiers = fc.subarray<Modifier>(['control', 'alt', 'shift', 'meta'])
  const event: fc.Arbitrary<KeyEvent> = fc.oneof(
    fc.record({
      type: fc.constantFrom('down' as const, 'up' as const),
      key: fc.constantFrom(rightCtrl, letterC, space, leftCtrl),
      modifiers,
    }),
    fc.constant<KeyEvent>({ type: 'other' }),
  )
  const gap = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 5000 }))

  it('a press is always followed by one release or cancel before the next press', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(gap, event), { maxLength: 80 }),
        fc.constantFrom<HoldCombination>(rightControl, { key: space, keyModifier: null, modifiers: ['control', 'alt'] }),
        (steps, combination) => {
          let at = 0
          const timed = steps.map(([wait, one]): Timed => {
            at += wait
            return [at, one]
          })
          for (const [index, signal] of signalsOf(timed, combination).entries()) expect(signal === 'press').toBe(index % 2 === 0)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('a held key that comes up is up', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, event), { maxLength: 40 }), (steps) => {
        let state = keyUp
        let at = 0
        for (const [wait, one] of steps) {
          at += wait
          state = stepHoldKey(state, one, rightControl, at).state
        }
        expect(stepHoldKey(state, { type: 'up', key: rightCtrl, modifiers: [] }, rightControl, at).state).toEqual(keyUp)
      }),
    )
  })
})
