import { expect, test } from 'vitest'
import { SilenceWatch } from '../../../src/renderer/audio/silence-watch'
import { createFakeClock } from '../../support/fake-clock'

test('a silent microphone is reported once in a talk, and taken back at its first sound, also in a later talk', () => {
  const clock = createFakeClock()
  const watch = new SilenceWatch(clock)
  const after = (ms: number, peak: number) => {
    clock.advance(ms)
    return watch.hear(peak)
  }
  expect([after(0, 0), after(2999, 0), after(1, 0), after(9000, 0)]).toEqual([null, null, 'silent', null])
  watch.reset()
  expect([after(0, 0), after(1000, 0.3), after(9000, 0), after(0, 0.3)]).toEqual([null, 'heard', null, null])
})
