import { expect, onTestFinished, test } from 'vitest'
import { createShownFrames } from '../../../src/main/gateway/shown-frames'
import { startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import type { GatewayClient } from '../../../src/shared/gateway/gateway-client'
import { createFakeClock } from '../../support/fake-clock'
import { startGateway } from '../../support/gateway-rig'
import { geminiAt } from '../../support/gemini-at'
import { openLive } from '../../support/live-client'
import { liveRecording, modelSays, wordsCome } from '../../support/live-recording'
import { paperJpeg } from '../../support/paper-jpeg'

const base64 = (width: number) => Buffer.from(paperJpeg(width, 432)).toString('base64')
const frame = { type: 'video', mimeType: 'image/jpeg', data: base64(768) } as const

/** A program that talks live, with these scopes. */
async function talking(scopes: GatewayClient['scopes']) {
  const server = await startFixtureServer({ fixture: liveRecording('frames', [wordsCome, ...modelSays('I see.')]), speed: 50 })
  geminiAt(server.baseUrl)
  onTestFinished(async () => {
    geminiAt(null)
    await server.close()
  })
  const rig = await startGateway({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, scopes })
  const live = await openLive(rig)
  const sent = () => server.received().map((one) => JSON.stringify(one.frame))
  live.send({ type: 'talk_start' })
  await server.waitFor(() => sent().some((one) => one.includes('activityStart')))
  const problems = () => live.chunks.flatMap(({ chunk }) => (chunk.type === 'data-problem' ? [JSON.stringify(chunk.data)] : []))
  return { rig, server, live, sent, problems }
}

test('a program with the scope “sight” shows frames of its screen to the Live session', async () => {
  const { server, live, sent } = await talking(['live', 'sight'])
  live.send(frame)
  await server.waitFor(() => sent().some((one) => one.includes(frame.data)))
  expect(server.violations()).toEqual([])
})

test('the audit trail says which program showed frames, how many, and when that ended', async () => {
  const { rig, server, live, sent } = await talking(['live', 'sight'])
  live.send(frame)
  await server.waitFor(() => sent().some((one) => one.includes(frame.data)))
  const entries = async () => (await rig.app.call('audit.list', { kind: 'sight', limit: 10 })).entries.map(({ event }) => event)
  const about = { kind: 'sight', by: 'program', program: 'test', source: 'unknown' }
  const began = { ...about, what: 'began', frames: 0, bytes: 0, reason: null }
  expect(await entries()).toEqual([began])
  live.socket.terminate()
  await expect.poll(entries).toHaveLength(2)
  expect(await entries()).toContainEqual({
    ...about,
    what: 'ended',
    frames: 1,
    bytes: paperJpeg(768, 432).byteLength,
    reason: 'session-ended',
  })
})

test('a program with the scope “live” alone shows none, and is told why', async () => {
  const { live, sent, problems } = await talking(['live'])
  live.send(frame)
  await live.until(() => problems().length > 0)
  expect(problems()).toEqual([expect.stringContaining('no scope “sight”')])
  expect(sent().join()).not.toContain(frame.data)
})

/** What became of frames of a program. */
function shownFrames() {
  const clock = createFakeClock()
  const told: string[] = []
  const state = { frames: 0, seen: 0, isOpen: true, isRecorded: true }
  const client = { clientId: 'client-1', name: 'page', scopes: ['sight' as const], origins: [], createdAt: 0, lastUsedAt: null }
  const { show } = createShownFrames({
    ...{ client, conversationId: 'c-1', clock },
    seen: {
      sent() {
        state.seen += 1
      },
    },
    showFrame() {
      if (state.isOpen) state.frames += 1
      return state.isOpen
    },
    problem: (message) => told.push(message),
    record() {
      if (!state.isRecorded) throw new Error('the disk is full')
    },
  })
  return { clock, told, state, show }
}

test('at most one frame a second of a program is sent, and what is refused is said', () => {
  const { clock, told, state, show } = shownFrames()
  show(frame.data)
  clock.advance(999)
  show(frame.data)
  expect([state.frames, told]).toEqual([1, ['A frame was not sent: at most one a second is taken.']])
  clock.advance(1)
  show(frame.data)
  expect(state).toMatchObject({ frames: 2, seen: 2 })
})

test('what is no frame, or comes while no session takes it, is refused, and no turn counts as having seen it', () => {
  const { told, state, show } = shownFrames()
  for (const data of ['', 'no picture', base64(769)]) show(data)
  expect(told).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('no frame that Parley takes')))
  state.isOpen = false
  show(frame.data)
  expect(told.at(-1)).toContain('no Live session')
  expect(state).toMatchObject({ frames: 0, seen: 0 })
})

test('no frame of a program is sent that the audit trail can’t say anything of', () => {
  const { told, state, show } = shownFrames()
  state.isRecorded = false
  show(frame.data)
  expect([state.frames, told]).toEqual([0, ['A frame was not sent: the audit trail could not be written.']])
})
