import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveSessionOptions } from '../../src/main/models/live/live-session'
import type { LiveSetup } from '../../src/main/models/live/live-setup'
import type { HistoryTurn } from '../../src/main/models/live/trim-history'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { createLiveSessionRig, testSetup } from '../support/live-session-rig'
import { patienceMs } from '../support/patience'
import { answerSetup, isObject, type ServerScript, startScriptedLiveServer } from '../support/scripted-live-server'
import { bundled } from './fixtures/bundled'

const limits = { firstDelayMs: 2, longestDelayMs: 4, tries: 3 }
const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })
const said: readonly HistoryTurn[] = [
  { role: 'user', text: 'What is the weather?' },
  { role: 'model', text: 'It rains.' },
]
const contents = said.map(({ role, text }) => ({ role, parts: [{ text }] }))
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function connectTo(script: ServerScript, changes: Partial<LiveSessionOptions> = {}, setup: Partial<LiveSetup> = {}) {
  const server = await startScriptedLiveServer(script)
  cleanups.push(() => server.close())
  const rig = createLiveSessionRig(testSetup(server.baseUrl, setup), { limits, history: () => said, ...changes })
  cleanups.push(() => rig.session.stop())
  rig.session.sendText('And in Oslo?')
  rig.session.start()
  return { server, rig }
}

describe('row 21: a new session gets the history', () => {
  it('as content that asks for no answer, before what waits to be sent', async () => {
    const { server } = await connectTo({})
    await until(() => expect(server.connections[0]?.received).toHaveLength(3))
    expect(server.connections[0]?.received.slice(1)).toEqual([
      { clientContent: { turns: contents, turnComplete: false } },
      { clientContent: { turns: [{ role: 'user', parts: [{ text: 'And in Oslo?' }] }], turnComplete: true } },
    ])
    expect(JSON.stringify(server.connections[0]?.received[0])).not.toContain('historyConfig')
  })

  it('as a history announced in the setup, if a model accepts content for nothing else', async () => {
    const { server } = await connectTo({}, {}, { model: 'gemini-3.1-flash-live-preview' })
    await until(() => expect(server.connections[0]?.received).toHaveLength(3))
    const [setup, ...others] = server.connections[0]?.received ?? []
    expect(setup).toMatchObject({
      setup: { model: 'models/gemini-3.1-flash-live-preview', historyConfig: { initialHistoryInClientContent: true } },
    })
    expect(others).toEqual([{ clientContent: { turns: contents, turnComplete: true } }, { realtimeInput: { text: 'And in Oslo?' } }])
  })

  it('inside the instruction, if the model is unknown', async () => {
    const { server } = await connectTo({}, {}, { model: 'gemini-9-live' })
    await until(() => expect(server.connections[0]?.received).toHaveLength(2))
    const [setup] = server.connections[0]?.received ?? []
    expect(setup).toMatchObject({
      setup: { systemInstruction: { parts: [{ text: expect.stringMatching(/User: What is the weather\?\nYou: It rains\.$/) }] } },
    })
  })

  it('and no model is told of an empty history, because it would wait for it', async () => {
    const { server } = await connectTo({}, { history: () => [] }, { model: 'gemini-3.1-flash-live-preview' })
    await until(() => expect(server.connections[0]?.received).toHaveLength(2))
    expect(JSON.stringify(server.connections[0]?.received)).not.toMatch(/historyConfig|clientContent/)
  })

  it.each(['gemini-3.8-live', 'gemini-3.1-flash-live-preview'])(
    'in a form that a strict %s accepts, and answers the following input',
    async (model) => {
      const server = await startFixtureServer({ fixture: await bundled('weather'), speed: 60 })
      cleanups.push(() => server.close())
      const rig = createLiveSessionRig(testSetup(server.baseUrl, { model }), { limits, history: () => said })
      cleanups.push(() => rig.session.stop())
      rig.session.sendText('Hello, can you hear me?')
      rig.session.start()
      await until(() => expect(JSON.stringify(rig.frames)).toContain('"turnComplete":true'))
      expect(server.violations()).toEqual([])
      expect(JSON.stringify(rig.frames).split('"turnComplete":true')).toHaveLength(2)
      expect(JSON.stringify(rig.frames)).toContain('outputTranscription')
    },
  )
})

it('row 17: a session that is not found is started again with the conversation, and the question is asked once', async () => {
  const { server, rig } = await connectTo(
    {
      onMessage(connection, message) {
        if (JSON.stringify(message).includes('"handle":"h-0"')) connection.socket.close(1008, 'BidiGenerateContent session not found')
        else answerSetup(connection, message)
      },
    },
    {},
  )
  await until(() => expect(server.connections[0]?.received).toHaveLength(3))
  await rig.session.stop()
  const endpoint = { baseUrl: server.baseUrl, model: 'gemini-3.8-live' }
  const later = createLiveSessionRig(testSetup(server.baseUrl), {
    limits,
    history: () => said,
    handle: { handle: 'h-0', endpoint, at: Date.now() },
  })
  cleanups.push(() => later.session.stop())
  later.session.sendText('And in Oslo?')
  later.session.start()
  await until(() => expect(server.connections[2]?.received).toHaveLength(3))
  expect(server.connections[1]?.received).toHaveLength(1)
  expect(server.connections[2]?.received[1]).toEqual({ clientContent: { turns: contents, turnComplete: false } })
  expect(later.session.state()).toMatchObject({ phase: 'ready', reseeded: true })
})

it('row 9: a result that the service refuses is sent as text on the next connection, and the call is not made again', async () => {
  const call = { toolCall: { functionCalls: [{ id: 'call_1', name: 'get_weather', args: { city: 'Oslo' } }] } }
  const { server, rig } = await connectTo({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (!isObject(message)) return
      if ('toolResponse' in message) connection.socket.close(1008, 'Requested entity was not found.')
      else if (isObject(message.clientContent) && message.clientContent.turnComplete === true && server.connections.length === 1) {
        connection.send({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
        connection.send(call)
      }
    },
  })
  await until(() => expect(rig.frames).toContainEqual(call))
  rig.session.sendToolResponses([{ modelCallId: 'call_1', name: 'get_weather', response: { output: 'rain' } }])
  await until(() => expect(server.connections[1]?.received).toHaveLength(2))
  const [setup, words] = server.connections[1]?.received ?? []
  expect(JSON.stringify(setup)).toContain('"handle":"h-1"')
  expect(JSON.stringify(words)).toContain('Result of get_weather: {\\"output\\":\\"rain\\"}')
  expect(rig.frames.filter((frame) => JSON.stringify(frame) === JSON.stringify(call))).toHaveLength(1)
})
