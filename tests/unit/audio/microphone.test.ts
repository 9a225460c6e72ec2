import { describe, expect, it } from 'vitest'
import { type CaptureConstraints, type MicrophoneSource, openMicrophone } from '../../../src/renderer/audio/microphone'
import { createFakeClock } from '../../support/fake-clock'

const constraints: CaptureConstraints = {
  microphoneId: '',
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  warmMicrophone: false,
  directCapture: false,
}

/**
 * Opens a microphone that another program uses, and that takes this long to report it; returns how often it was asked,
 * and why it ended.
 */
async function openBusy(answerMs: number) {
  const clock = createFakeClock()
  let asked = 0
  const source: MicrophoneSource = {
    getUserMedia() {
      asked += 1
      clock.advance(answerMs)
      return Promise.reject(new DOMException('Could not start audio source', 'NotReadableError'))
    },
    enumerateDevices: () => Promise.resolve([]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  let result: Awaited<ReturnType<typeof openMicrophone>> | null = null
  const opening = openMicrophone(source, constraints, clock).then((opened) => {
    result = opened
  })
  while (result === null) {
    // the pause between two attempts begins some promises later
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(150)
  }
  await opening
  return { asked, result }
}

const busy = { ok: false, error: { reason: 'busy', detail: 'NotReadableError: Could not start audio source' } }

describe('a microphone that another program uses', () => {
  it('is asked three times if it answers at once', async () => {
    expect(await openBusy(20)).toEqual({ asked: 3, result: busy })
  })

  it('is asked once if it takes ten seconds to answer: half a minute of "connecting" helps nobody', async () => {
    expect(await openBusy(10_000)).toEqual({ asked: 1, result: busy })
  })
})
