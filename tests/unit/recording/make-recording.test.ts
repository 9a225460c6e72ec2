import { expect, it } from 'vitest'
import { largestRecordingBytes, makeRecording } from '../../../src/main/diagnostics/recording/make-recording'
import { leaveNothingOut } from '../../../src/shared/fixtures/cleaner'
import { recordedTurns } from '../../support/recorded-turns'

const { events } = recordedTurns(0, 2, (turn) => `answer-${turn}`)
const wishes = { fixtureId: 'talk', title: 'Talk', leaveOut: leaveNothingOut, secrets: [], version: '1' }

it('a recording with more than the most bytes is refused with both sizes, and one that has just as many is made', () => {
  const whole = makeRecording(events, wishes)
  if (!whole.ok) throw new Error(whole.error.message)
  const { bytes, text, sounds } = whole.value
  expect(bytes).toBe(Buffer.byteLength(text) + sounds.reduce((sum, sound) => sum + sound.bytes.byteLength, 0))
  expect(makeRecording(events, wishes, bytes)).toEqual(whole)
  expect(makeRecording(events, wishes, bytes - 1)).toMatchObject({ ok: false, error: { code: 'recording-too-large' } })
  expect(largestRecordingBytes).toBe(200_000_000)
})

it('the time of a talk that exceeds the limit is refused, with its size and the limit, before anything is written', () => {
  const long = recordedTurns(0, 40, (turn) => `answer-${turn}`, 500).events
  expect(makeRecording(long, wishes, 1_000_000)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/^This would be \d+ MB, and 1 MB is the most\. Save a shorter time\.$/) },
  })
})
