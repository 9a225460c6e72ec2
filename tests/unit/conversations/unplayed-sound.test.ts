import { expect, test } from 'vitest'
import { events } from '../../../src/shared/ipc/contract'
import { encodeBase64 } from '../../../src/shared/lib/base64'
import { conversationBench } from '../../support/conversation-bench'

/** A quarter of a minute. */
const SAMPLES = 24_000 * 15
const sound = { inlineData: { mimeType: 'audio/pcm;rate=24000', data: encodeBase64(new Uint8Array(SAMPLES * 2)) } }

/** A conversation whose spoken answer was sent to the page, whole. */
function spoken() {
  const bench = conversationBench()
  bench.receive({ serverContent: { modelTurn: { parts: [sound] }, outputTranscription: { text: 'It rains in Oslo.' } } })
  bench.receive({ serverContent: { generationComplete: true } })
  bench.receive({ serverContent: { turnComplete: true } })
  const piece = bench.events.find(({ name }) => name === 'playback.pcm')
  const { turnId } = events['playback.pcm'].parse(piece?.payload)
  const activity = () => bench.conversation.status().activity
  const flushes = () => bench.events.filter(({ name }) => name === 'playback.flush').length
  return { ...bench, turnId, activity, flushes }
}

test('an answer that no page plays does not sound for ever: its conversation is idle soon after the time that it would have taken', () => {
  const { activity, clock } = spoken()
  clock.advance(17_000)
  expect(activity()).toBe('speaking')
  clock.advance(2_000)
  expect(activity()).toBe('idle')
  expect(clock.pending()).toBe(0)
})

test('an answer that is played slowly sounds to its end', () => {
  const { activity, clock, conversation, turnId } = spoken()
  for (let samples = 0; samples < SAMPLES; samples += 24_000) {
    conversation.played(turnId, samples, false)
    clock.advance(2_000)
    expect(activity()).toBe('speaking')
  }
  conversation.played(turnId, SAMPLES, true)
  expect(activity()).toBe('idle')
})

test('an answer that a page could not play at first sounds once it does, and can be interrupted', () => {
  const { activity, clock, conversation, flushes, turnId } = spoken()
  clock.advance(60_000)
  conversation.played(turnId, 960, false)
  expect(activity()).toBe('speaking')
  conversation.interrupt()
  expect([activity(), flushes()]).toEqual(['idle', 1])
  conversation.played(turnId, 1_920, false)
  expect(activity()).toBe('idle')
})
