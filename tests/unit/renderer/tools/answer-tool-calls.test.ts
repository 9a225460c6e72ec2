import { describe, expect, test } from 'vitest'
import { answerToolCalls } from '../../../../src/renderer/tools/answer-tool-calls'
import { duckUnderSpeech } from '../../../../src/renderer/tools/duck-music'
import { findLocation } from '../../../../src/renderer/tools/find-location'
import { implementPageTool, PageToolError } from '../../../../src/renderer/tools/page-tool'
import { createClient } from '../../../../src/shared/ipc/client'
import type { Transport } from '../../../../src/shared/ipc/transport'
import { messageOf } from '../../../../src/shared/messages/message'
import { changeBgm } from '../../../../src/shared/tools/change-bgm'
import { createFakeClock } from '../../../support/fake-clock'

/** A page whose music does what the test says, connected to main. */
function pageWith(work: (track: string, signal: AbortSignal) => Promise<'drift' | 'stroll' | 'rain' | null>) {
  const settled: unknown[] = []
  const reports: unknown[] = []
  let tell: (name: string, payload: unknown) => void = () => {}
  const transport: Transport = {
    call: async (name, request) => {
      settled.push({ name, request })
      return { ok: true, value: null }
    },
    onEvent(listener) {
      tell = listener
      return () => {}
    },
  }
  const tool = implementPageTool(
    changeBgm,
    async ({ track }, signal) => ({ playing: await work(track, signal) }),
    (error) => void reports.push(error),
  )
  const client = createClient(transport, (what) => void reports.push(what))
  answerToolCalls(client, [tool])
  const run = (name: string, input: unknown, toolCallId = 'call-1') =>
    tell('tool.run', { toolCallId, conversationId: 'conversation-1', name, input })
  return { settled, reports, run, cancel: () => tell('tool.cancel', { toolCallId: 'call-1' }) }
}
const turns = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a call that main sends to the page', () => {
  test('is run, and its result is sent', async () => {
    const { run, settled } = pageWith(async () => 'rain')
    run('change_bgm', { track: 'rain' })
    await turns()
    expect(settled).toEqual([
      { name: 'tool.settle', request: { toolCallId: 'call-1', outcome: { kind: 'result', output: { playing: 'rain' } } } },
    ])
  })

  test('that fails in a known way sends that text', async () => {
    const { run, settled, reports } = pageWith(() => Promise.reject(new PageToolError('There is no sound device.')))
    run('change_bgm', { track: 'rain' })
    await turns()
    expect(settled).toMatchObject([{ request: { outcome: { kind: 'error', errorText: 'There is no sound device.' } } }])
    expect(reports).toEqual([])
  })

  test('that fails inside sends a general text, and is reported', async () => {
    const { run, settled, reports } = pageWith(() => Promise.reject(new Error('the buffer at 0x7f')))
    run('change_bgm', { track: 'rain' })
    await turns()
    expect(JSON.stringify(settled)).not.toContain('0x7f')
    expect(reports).toHaveLength(1)
  })

  test('with invalid arguments is not run', async () => {
    const { run, settled } = pageWith(() => Promise.reject(new Error('was run')))
    run('change_bgm', { track: 'https://example.com/loud.mp3' })
    await turns()
    expect(settled).toMatchObject([{ request: { outcome: { kind: 'error' } } }])
  })

  test('for a tool that the page does not have is answered as such', async () => {
    const { run, settled } = pageWith(async () => null)
    run('process_payment', {})
    await turns()
    expect(settled).toMatchObject([
      { request: { outcome: { kind: 'error', errorText: messageOf('no-such-tool-in-window', { tool: 'process_payment' }) } } },
    ])
  })

  test('and sent twice is run once', async () => {
    let runs = 0
    const { run, settled } = pageWith(async () => {
      runs += 1
      return null
    })
    run('change_bgm', { track: 'off' })
    run('change_bgm', { track: 'off' })
    await turns()
    expect([runs, settled.length]).toEqual([1, 1])
  })

  test('and cancels is aborted, and its result is not sent', async () => {
    let aborted = false
    const { run, cancel, settled } = pageWith(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true
            resolve(null)
          })
        }),
    )
    run('change_bgm', { track: 'rain' })
    cancel()
    await turns()
    expect(aborted).toBe(true)
    expect(settled).toEqual([])
  })
})

test('the music gets lower at the first sound of speech and returns after the last', () => {
  const clock = createFakeClock()
  const ducked: boolean[] = []
  let level: (source: 'microphone' | 'speaker', rms: number) => void = () => {}
  const stop = duckUnderSpeech(
    { setDucked: (next) => void ducked.push(next) },
    (listener) => {
      level = (source, rms) => listener({ source, rms, peak: rms, waveform: new Float32Array(64) })
      return () => {}
    },
    clock,
  )
  level('speaker', 0.001)
  expect(ducked).toEqual([])
  level('speaker', 0.1)
  clock.advance(800)
  level('microphone', 0)
  clock.advance(899)
  expect(ducked).toEqual([true, true])
  clock.advance(1)
  expect(ducked).toEqual([true, true, false])
  stop()
  expect(clock.pending()).toBe(0)
})

describe('the position of the user', () => {
  const at = (code: number | null): Geolocation => ({
    getCurrentPosition(found, failed) {
      if (code === null) {
        const coords = {
          latitude: 35.011_636,
          longitude: 135.768_029,
          accuracy: 12,
          altitude: null,
          altitudeAccuracy: null,
          heading: null,
          speed: null,
        }
        found({ coords: { ...coords, toJSON: () => coords }, timestamp: 0, toJSON: () => coords })
      } else failed?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 })
    },
    watchPosition: () => 0,
    clearWatch: () => {},
  })
  const signal = new AbortController().signal

  test('is rounded to about a kilometre, and marked as approximate', async () => {
    expect(await findLocation({}, at(null), signal)).toEqual({ latitude: 35.01, longitude: 135.77, accuracy: 800 })
  })

  test('is exact on request', async () => {
    expect(await findLocation({ exact: true }, at(null), signal)).toEqual({ latitude: 35.011_636, longitude: 135.768_029, accuracy: 12 })
  })

  test.each([
    [1, 'does not allow it'],
    [2, 'no location service that answers'],
    [3, 'not found within 20 s'],
  ])('that is unknown is reported so (code %i)', async (code, words) => {
    await expect(findLocation({}, at(code), signal)).rejects.toThrow(words)
  })
})
