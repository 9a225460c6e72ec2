import { expect, test } from 'vitest'
import { createUserPresses, PRESS_COUNTS_MS } from '../../../src/main/platform/window/user-presses'
import { createFakeClock } from '../../support/fake-clock'

function presses() {
  const clock = createFakeClock()
  return { clock, asked: clock.now(), ...createUserPresses(clock) }
}

test.each(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart'])(
  'a press (%s) counts for one answer, for two seconds, in its own window',
  (type) => {
    const { clock, asked, saw, take } = presses()
    saw('main', { type, modifiers: [] })
    expect(take('overlay', asked)).toBe(false)
    expect(take('main', asked)).toBe(true)
    expect(take('main', asked)).toBe(false)
    saw('main', { type })
    clock.advance(PRESS_COUNTS_MS)
    expect(take('main', asked)).toBe(true)
    saw('main', { type })
    clock.advance(PRESS_COUNTS_MS + 1)
    expect(take('main', asked)).toBe(false)
  },
)

test('a press before the approval was requested does not count for it', () => {
  const { clock, saw, take } = presses()
  saw('main', { type: 'mouseDown' })
  clock.advance(1)
  expect(take('main', clock.now())).toBe(false)
})

test('a movement, a release, a scroll and a repeat of a held key are no presses', () => {
  const { asked, saw, take } = presses()
  for (const type of ['mouseMove', 'mouseEnter', 'mouseWheel', 'mouseUp', 'keyUp', 'char', 'gestureScrollBegin']) saw('main', { type })
  saw('main', { type: 'rawKeyDown', modifiers: ['isautorepeat'] })
  saw('main', { type: 'keyDown', modifiers: ['shift', 'isAutoRepeat'] })
  expect(take('main', asked)).toBe(false)
})

test('a yes in a dialog of main’s own is a press in the main window, and a no is none', async () => {
  const { asked, confirmedBy, take } = presses()
  const question = { message: '', detail: '', accept: '', cancel: '' }
  await confirmedBy(() => Promise.resolve(false))(question)
  expect(take('main', asked)).toBe(false)
  await confirmedBy(() => Promise.resolve(true))(question)
  expect(take('overlay', asked)).toBe(false)
  expect(take('main', asked)).toBe(true)
})
