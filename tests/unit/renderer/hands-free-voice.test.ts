import { describe, expect, it, vi } from 'vitest'
import { createHandsFreeVoice } from '../../../src/renderer/voice/hands-free'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import type { Settings, TalkState } from '../../../src/shared/ipc/schemas'

const open: TalkState = { phase: 'open', handsFree: { watchId: 'watch-1', since: 0, ready: false } }

/** Hands-free mode with a worker that only records its commands. */
function listen() {
  const told: unknown[] = []
  const worker = { postMessage: (command: unknown) => told.push(command), terminate: vi.fn(), onmessage: null, onerror: null }
  const voice = createHandsFreeVoice({
    client: { call: () => Promise.reject(new Error('nobody asks main here')) },
    capture: { listen: () => undefined },
    playback: { setDucked: () => undefined },
    startWorker: () => worker as unknown as Worker,
  })
  const follow = (settings: Partial<Settings>, talk = open) => {
    told.splice(0)
    voice.follow({ talk, settings: { ...defaultSettings, ...settings } })
    return told.slice()
  }
  return { follow, worker }
}

describe('the settings of hands-free', () => {
  it('reach the voice detection worker, at its start and at every change: headphones, sensitivity, pause, and whether a voice interrupts', () => {
    const { follow } = listen()
    const rules = (part: object) => [{ type: 'rules', rules: expect.objectContaining(part) }]
    expect(follow({})).toEqual([...rules({ startThresholdWhileSpeaking: 0.7 }), { type: 'speaking', speaking: false }])
    expect(follow({ headphones: true })).toEqual(rules({ startThresholdWhileSpeaking: 0.5, hearsWhileSpeaking: true }))
    expect(follow({ speechSensitivity: 'low' })).toEqual(rules({ startThreshold: 0.7, startThresholdWhileSpeaking: 0.85 }))
    expect(follow({ speechPauseMs: 320, voiceInterrupts: false })).toEqual(rules({ pauseWindows: 10, hearsWhileSpeaking: false }))
  })

  it('end its worker with it, and while Gemini listens instead', () => {
    const { follow, worker } = listen()
    follow({})
    expect(worker.terminate).not.toHaveBeenCalled()
    follow({ endOfSpeech: 'service' })
    expect(worker.terminate).toHaveBeenCalledTimes(1)
    follow({ endOfSpeech: 'key' })
    follow({ endOfSpeech: 'key' }, { phase: 'idle' })
    expect(worker.terminate).toHaveBeenCalledTimes(2)
  })
})
