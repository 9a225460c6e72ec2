import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { startInProcess } from '../../support/app-in-process'
import { liveRecording, modelSays, wordsCome } from '../../support/live-recording'
import { paperDesktop } from '../../support/paper-desktop'
import { paperJpeg } from '../../support/paper-jpeg'
import { readInspection } from '../../support/read-inspection'
import { tempFolder } from '../../support/temp-folder'

const screen = { sourceId: 'screen:1:0', kind: 'screen', name: 'Entire screen', picture: null } as const
const jpeg = Uint8Array.from(paperJpeg(768, 432))
const leaveNothingOut = { transcripts: false, values: false, sound: false, paths: false, names: [] }

/** Talks to a simulated service while the screen is shown, and saves the conversation with or without images. */
async function recordedWith(sound: boolean) {
  const fixture = liveRecording('seen', [wordsCome, ...modelSays('The disk is full.'), wordsCome, ...modelSays('Nothing.')])
  const server = await startFixtureServer({ fixture, speed: 100 })
  // the client library reads its address from the process
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', server.baseUrl)
  const place = join(tempFolder(), 'Seen.jsonl')
  const app = await startInProcess({
    fixtures: [],
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    desktop: paperDesktop({
      sight: { list: () => Promise.resolve([screen]), offer: () => undefined, mark: () => undefined, hideParley: () => undefined },
      choosePlace: () => Promise.resolve(place),
    }),
  })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
  })
  const { conversationId } = await app.call('conversation.create', null)
  const answers = () => app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length
  await app.call('sight.begin', { kind: 'screen', sourceId: null })
  const view = app.told('sight.state').at(-1)
  if (view?.phase !== 'asking') throw new Error('nothing is asked for')
  await app.call('sight.captures', { sightId: view.sightId })
  // the page answers each wish for a fresh frame
  const sent = app.call('text.send', { conversationId, text: 'What is wrong?' })
  await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
  await app.call('sight.frame', { sightId: view.sightId, jpeg, reason: 'asked', flat: false, ageMs: 0 })
  await sent
  await app.until(() => answers() === 1)
  await app.call('sight.stop', null)
  await app.call('text.send', { conversationId, text: 'And now?' })
  await app.until(() => answers() === 2)
  const pictures = (await readInspection(app, conversationId)).wire.filter(({ kind }) => kind === 'realtimeInput.video')
  await app.call('fixture.save', { conversationId, minutes: null, leaveOut: { ...leaveNothingOut, sound } })
  vi.unstubAllEnvs()
  return { place, pictures }
}

/** Watches the recording in a new profile, on a computer whose screen must not be looked at. */
async function watched(place: string) {
  const looked = vi.fn()
  const app = await startInProcess({
    fixtures: [liveRecording('other', [wordsCome, ...modelSays('Hello.')])],
    speed: 1000,
    desktop: paperDesktop({
      sight: { list: looked, offer: looked, mark: looked, hideParley: looked },
      captureScreen: looked,
      chooseFile: () => Promise.resolve(place),
    }),
  })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('fixture.open', { conversationId, title: 'Open', button: 'Open' })
  await app.call('replay.watch', { conversationId, on: true, fromTurn: 0 })
  await app.until(() => app.told('replay.progress').at(-1)?.phase === 'done')
  const text = app.told('stream.chunk').flatMap(({ chunk }) => (chunk.type === 'text-delta' ? [chunk.delta] : []))
  return { app, looked, text: text.join(' '), pictures: app.told('replay.picture').map(({ picture }) => picture) }
}

test('a conversation with frames is replayed with the same frames, and nothing is captured', async () => {
  const { place, pictures } = await recordedWith(false)
  expect(pictures).toHaveLength(1)
  const replay = await watched(place)
  expect(replay.text).toContain('The disk is full.')
  // the second turn saw nothing
  expect(replay.pictures).toEqual([{ jpeg, frames: 1 }, null])
  expect(replay.app.told('sight.state')).toEqual([])
  expect(replay.looked).not.toHaveBeenCalled()
})

test('a recording that was saved without images says that Gemini saw one', async () => {
  const { place } = await recordedWith(true)
  const replay = await watched(place)
  expect(replay.text).toContain('The disk is full.')
  expect(replay.pictures).toEqual([{ jpeg: null, frames: 1 }, null])
})
