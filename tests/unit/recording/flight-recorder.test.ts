import { queryObjects } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { createFlightRecorder, mostRecordedPictures } from '../../../src/main/diagnostics/recording/flight-recorder'
import type { RecordedEvent, RecordedHappening } from '../../../src/shared/fixtures/recorded-event'
import type { JsonValue } from '../../../src/shared/lib/json'
import { createFakeClock } from '../../support/fake-clock'

const frame = (text: string): RecordedHappening => ({ kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text })
/** The size of an event besides its text. */
const EVENT = 200
const texts = (events: readonly RecordedEvent[]): readonly string[] => events.flatMap((one) => (one.kind === 'frame' ? [one.text] : []))

describe('recent wire traffic', () => {
  it('is stored in order, with its times, each conversation separately', () => {
    const clock = createFakeClock(5_000)
    const recorder = createFlightRecorder(clock)
    recorder.add('one', frame('a'))
    clock.advance(30)
    recorder.add('two', frame('b'))
    recorder.add('one', frame('c'))
    expect(recorder.events('one').map(({ at, index }) => [at, index])).toEqual([
      [5_000, 0],
      [5_030, 1],
    ])
    expect(texts(recorder.events('one'))).toEqual(['a', 'c'])
    expect(texts(recorder.events('two'))).toEqual(['b'])
  })

  it('is dropped when it is too old, and numbers stay', () => {
    const clock = createFakeClock()
    const recorder = createFlightRecorder(clock, { milliseconds: 1_000, characters: 1_000 })
    recorder.add('one', frame('old'))
    clock.advance(1_001)
    recorder.add('one', frame('new'))
    expect(recorder.events('one').map(({ index }) => index)).toEqual([1])
  })

  it('is dropped when it is too much, the oldest of all conversations first', () => {
    const clock = createFakeClock()
    const recorder = createFlightRecorder(clock, { milliseconds: 1e9, characters: 2 * (EVENT + 4) + 3 })
    recorder.add('one', frame('aaaa'))
    clock.advance(1)
    recorder.add('two', frame('bbbb'))
    clock.advance(1)
    recorder.add('one', frame('cccc'))
    expect(texts(recorder.events('one'))).toEqual(['cccc'])
    expect(texts(recorder.events('two'))).toEqual(['bbbb'])
  })

  it('has the last twenty pictures that the model was shown, and of older ones that they were sent', () => {
    const recorder = createFlightRecorder(createFakeClock())
    const shown = (data: string) => JSON.stringify({ realtimeInput: { video: { mimeType: 'image/jpeg', data } } })
    for (let count = 0; count < 25; count += 1) {
      recorder.add('one', frame(shown(`picture${count}`)))
      recorder.add('one', frame('words'))
    }
    const pictures = texts(recorder.events('one')).filter((text) => text !== 'words')
    expect(pictures).toEqual(Array.from({ length: 25 }, (_, count) => shown(count < 25 - mostRecordedPictures ? '' : `picture${count}`)))
    expect(mostRecordedPictures).toBe(20)
  })

  it('counts a forgotten picture no more', () => {
    const picture = JSON.stringify({ realtimeInput: { video: { mimeType: 'image/jpeg', data: 'A'.repeat(1000) } } })
    const recorder = createFlightRecorder(createFakeClock(), { milliseconds: 1e9, characters: 100 * (EVENT + 100) + 20 * 1000 })
    for (let count = 0; count < 100; count += 1) recorder.add('one', frame(picture))
    expect(recorder.events('one')).toHaveLength(100)
  })

  it('never grows beyond its limit, however much traffic there is', () => {
    const clock = createFakeClock()
    const recorder = createFlightRecorder(clock, { milliseconds: 1e9, characters: 500 * (EVENT + 10) })
    for (let count = 0; count < 20_000; count += 1) {
      clock.advance(1)
      recorder.add(count % 3 === 0 ? 'one' : 'two', frame(`${count}`.padStart(10)))
    }
    const all = [...recorder.events('one'), ...recorder.events('two')]
    expect(texts(all).join('').length).toBe(5_000)
    expect(Math.max(...all.map(({ at }) => at))).toBe(clock.now())
  })

  it('is not in memory any more once it is dropped', () => {
    class Held {
      readonly [name: string]: JsonValue
    }
    const clock = createFakeClock()
    const recorder = createFlightRecorder(clock, { milliseconds: 1_000, characters: 1e6 })
    const add = (): void => {
      const chunk = { type: 'tool-output-available', toolCallId: 'call-1', output: new Held() } as const
      recorder.add('one', { kind: 'chunk', placed: { turnId: 'turn-1', messageId: 'message-1', role: 'assistant', chunk } })
    }
    for (let count = 0; count < 30; count += 1) add()
    clock.advance(1_001)
    for (let count = 0; count < 30; count += 1) add()
    expect(queryObjects(Held)).toBe(30)
  })

  it('is dropped when it is too old in every conversation, even in idle ones', () => {
    const clock = createFakeClock()
    const recorder = createFlightRecorder(clock, { milliseconds: 1_000, characters: 1e6 })
    recorder.add('silent', frame('old'))
    clock.advance(2_001)
    recorder.add('one', frame('new'))
    expect(recorder.events('silent')).toEqual([])
    recorder.add('silent', frame('newer'))
    expect(recorder.events('silent').map(({ index }) => index)).toEqual([1])
  })

  it('counts messages and displayed data like frames: rows of data count by their size', () => {
    const recorder = createFlightRecorder(createFakeClock(), { milliseconds: 1e9, characters: 10_000 })
    const rows = { type: 'tool-output-available', toolCallId: 'call-1', output: { rows: [['x'.repeat(6_000)]] } } as const
    for (const turnId of ['turn-1', 'turn-2'])
      recorder.add('one', { kind: 'chunk', placed: { turnId, messageId: 'message-1', role: 'assistant', chunk: rows } })
    expect(recorder.events('one').map(({ index }) => index)).toEqual([1])
  })

  it('is erased with its conversation', () => {
    const recorder = createFlightRecorder(createFakeClock(), { milliseconds: 1e9, characters: 2 * (EVENT + 4) })
    recorder.add('one', frame('aaaa'))
    recorder.add('two', frame('bbbb'))
    recorder.erase('one')
    expect(recorder.events('one')).toEqual([])
    recorder.add('two', frame('cccc'))
    expect(texts(recorder.events('two'))).toEqual(['bbbb', 'cccc'])
    recorder.eraseAll()
    expect(recorder.events('two')).toEqual([])
  })

  it('is reported to its listeners', () => {
    const recorder = createFlightRecorder(createFakeClock())
    const heard: string[] = []
    const listening = recorder.onEvent((conversationId, { kind }) => heard.push(`${conversationId} ${kind}`))
    recorder.add('one', frame('a'))
    listening.dispose()
    recorder.add('one', frame('b'))
    expect(heard).toEqual(['one frame'])
  })
})
