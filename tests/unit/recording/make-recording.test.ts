import { expect, it } from 'vitest'
import { largestRecordingBytes, makeRecording } from '../../../src/main/diagnostics/recording/make-recording'
import { leaveNothingOut } from '../../../src/shared/fixtures/cleaner'
import type { RecordedEvent } from '../../../src/shared/fixtures/recorded-event'
import { paperJpeg } from '../../support/paper-jpeg'
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

it('frames of a screen are recorded as sent, or without their pictures, and a replay waits for none of them', () => {
  const data = Buffer.from(paperJpeg(768, 432)).toString('base64')
  const frame = { realtimeInput: { video: { mimeType: 'image/jpeg', data } } }
  const [first, ...rest] = events
  if (first === undefined) throw new Error('nothing is recorded')
  const shown: RecordedEvent = {
    ...first,
    kind: 'frame',
    protocol: 'gemini-live',
    connection: 1,
    direction: 'sent',
    text: JSON.stringify(frame),
  }
  const recorded = (sound: boolean) => {
    const made = makeRecording([first, shown, ...rest], { ...wishes, leaveOut: { ...leaveNothingOut, sound } })
    if (!made.ok) throw new Error(made.error.message)
    return made.value.fixture.steps
  }
  const sent = (steps: ReturnType<typeof recorded>) => steps.flatMap((step) => (step.kind === 'sent' ? [step.frame] : []))
  expect(sent(recorded(false))).toContainEqual(frame)
  expect(sent(recorded(true))).toContainEqual({ realtimeInput: { video: { mimeType: 'image/jpeg', data: '' } } })
  const without = makeRecording(events, wishes)
  const waits = (steps: ReturnType<typeof recorded>) => steps.filter(({ kind }) => kind === 'expect')
  expect(without.ok && waits(without.value.fixture.steps)).toEqual(waits(recorded(false)))
})

it('the time of a talk that exceeds the limit is refused, with its size and the limit, before anything is written', () => {
  const long = recordedTurns(0, 40, (turn) => `answer-${turn}`, 500).events
  expect(makeRecording(long, wishes, 1_000_000)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/^This would be \d+ MB, and 1 MB is the most\. Save a shorter time\.$/) },
  })
})
