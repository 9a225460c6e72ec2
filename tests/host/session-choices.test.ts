import { afterEach, expect, it, vi } from 'vitest'
import { defaultSessionChoices } from '../../src/shared/ipc/session-choices'
import { createLiveSessionRig, testSetup } from '../support/live-session-rig'
import { patienceMs } from '../support/patience'
import { answerSetup, isObject, type ScriptedLiveServer, startScriptedLiveServer } from '../support/scripted-live-server'

const cleanups: (() => Promise<void>)[] = []
const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function server(afterSetup: readonly object[]): Promise<ScriptedLiveServer> {
  const started = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (isObject(message) && 'setup' in message) for (const frame of afterSetup) connection.send(frame)
    },
  })
  cleanups.push(() => started.close())
  return started
}

it('speech has no markers if the service detects pauses, and the end of the stream is sent', async () => {
  const live = await server([])
  const { session } = createLiveSessionRig(
    testSetup(live.baseUrl, { choices: { ...defaultSessionChoices, endOfSpeech: 'service' }, tools: [] }),
  )
  cleanups.push(() => session.stop())
  session.start()
  await until(() => expect(session.state().phase).toBe('ready'))
  session.activityStart()
  session.sendAudio(Uint8Array.of(1, 0))
  session.activityEnd()
  await until(() =>
    expect(live.connections[0]?.received.slice(1)).toEqual([
      { realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: 'AQA=' } } },
      { realtimeInput: { audioStreamEnd: true } },
    ]),
  )
})

it('a changed choice is applied by resuming the session, without losing a word', async () => {
  const live = await server([{ sessionResumptionUpdate: { newHandle: 'handle-1', resumable: true } }])
  let voice = 'Kore'
  const base = testSetup(live.baseUrl)
  const rig = createLiveSessionRig(base, {
    setup: async () => ({ ...base, choices: { ...defaultSessionChoices, voice } }),
  })
  cleanups.push(() => rig.session.stop())
  rig.session.start()
  await until(() => expect(JSON.stringify(rig.frames)).toContain('handle-1'))
  voice = 'Puck'
  rig.session.activityStart()
  rig.session.sendAudio(Uint8Array.of(1, 0))
  rig.session.renew()
  rig.session.activityEnd()
  expect(live.connections).toHaveLength(1)
  live.connections[0]?.send({ serverContent: { modelTurn: { parts: [{ text: 'Yes.' }] } } })
  live.connections[0]?.send({ serverContent: { turnComplete: true } })
  await until(() => expect(live.connections[1]?.received).toHaveLength(1))
  expect(live.connections[1]?.received[0]).toMatchObject({
    setup: {
      sessionResumption: { handle: 'handle-1' },
      generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } } },
    },
  })
  await until(() => expect(rig.session.state()).toMatchObject({ phase: 'ready' }))
  expect(live.connections[1]?.received).toHaveLength(1)
})

it('a choice changed while connecting is applied as well', async () => {
  const live = await server([{ sessionResumptionUpdate: { newHandle: 'handle-1', resumable: true } }])
  let voice = 'Kore'
  const base = testSetup(live.baseUrl)
  const rig = createLiveSessionRig(base, { setup: async () => ({ ...base, choices: { ...defaultSessionChoices, voice } }) })
  cleanups.push(() => rig.session.stop())
  rig.session.start()
  await until(() => expect(live.connections).toHaveLength(1))
  voice = 'Puck'
  rig.session.renew()
  await until(() => expect(JSON.stringify(live.connections.at(-1)?.received)).toContain('Puck'))
  await until(() => expect(rig.session.state().phase).toBe('ready'))
})
