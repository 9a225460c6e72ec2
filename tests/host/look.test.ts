import { expect, onTestFinished, test, vi } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { startInProcess } from '../support/app-in-process'
import { oneCallRecording } from '../support/one-call-recording'
import { paperDesktop } from '../support/paper-desktop'
import { paperJpeg } from '../support/paper-jpeg'

const source = { sourceId: 'screen:1:0', kind: 'screen', name: 'Entire screen', picture: null } as const
const jpeg = Uint8Array.from(paperJpeg(768, 432))

/** The app on a desktop that can show its screen, with a model that asks to see it. */
async function asked(hasSources = true) {
  const server = await startFixtureServer({ fixture: oneCallRecording('look', { source: 'screen' }), speed: 100 })
  // the client library reads its address from the process
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', server.baseUrl)
  const sight = { list: () => Promise.resolve([source]), offer: () => undefined, mark: () => undefined, hideParley: () => undefined }
  const app = await startInProcess({
    fixtures: [],
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    desktop: paperDesktop(hasSources ? { sight } : {}),
  })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
    vi.unstubAllEnvs()
  })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'What does this error mean?' })
  const sent = () => server.received().map(({ frame }) => JSON.stringify(frame))
  return { app, server, sent, has: (text: string) => sent().some((frame) => frame.includes(text)) }
}

async function decide({ app }: Awaited<ReturnType<typeof asked>>, approved: boolean) {
  await app.until(() => app.told('approval.changed').length > 0)
  const [approval] = app.told('approval.changed')
  if (approval === undefined) throw new Error('nothing was asked')
  await app.call('approval.decide', { approvalId: approval.approvalId, inputHash: approval.inputHash, approved })
  return approval
}

test('the model may ask to see: the card says what, how much and to whom, and after a yes it sees', async () => {
  const one = await asked()
  const approval = await decide(one, true)
  expect(approval.question.en).toBe('Show Gemini your screen from now on? It gets at most 60 images a minute, until you stop it.')
  expect(approval.destination).toBe('Google Gemini')
  await one.app.until(() => one.app.told('sight.state').some(({ phase }) => phase === 'asking'))
  const [view] = one.app.told('sight.state')
  if (view?.phase !== 'asking') throw new Error('nothing is asked for')
  expect(one.has('"seeing"')).toBe(false)
  await one.app.call('sight.captures', { sightId: view.sightId })
  await one.app.call('sight.frame', { sightId: view.sightId, jpeg, reason: 'changed', flat: false, ageMs: 0 })
  await one.server.waitFor(() => one.has('"seeing"') && one.has('"video"'))
  expect(one.app.told('sight.state').at(-1)).toMatchObject({ phase: 'on', by: 'model', source: { kind: 'screen' } })
  const { entries } = await one.app.call('audit.list', { kind: 'sight', limit: 10 })
  expect(entries.map(({ event }) => event)).toMatchObject([{ what: 'began', by: 'model' }])
  expect(one.server.violations()).toEqual([])
})

test('after a no the model sees nothing and is told so', async () => {
  const one = await asked()
  await decide(one, false)
  await one.server.waitFor(() => one.has('"status":"denied"'))
  expect(one.app.told('sight.state')).toEqual([])
  expect(one.has('"video"')).toBe(false)
})

test('a capture that the system refuses is told to the model', async () => {
  const one = await asked()
  await decide(one, true)
  await one.app.until(() => one.app.told('sight.state').some(({ phase }) => phase === 'asking'))
  const [view] = one.app.told('sight.state')
  if (view?.phase !== 'asking') throw new Error('nothing is asked for')
  await one.app.call('sight.lost', { sightId: view.sightId, reason: 'refused' })
  await one.server.waitFor(() => one.has('Nothing is shown'))
})

test('the model can ask only where something can be shown', async () => {
  const declared = async (hasSources: boolean) => {
    const { server, sent } = await asked(hasSources)
    await server.waitFor(() => server.received().length > 0)
    return sent()[0]?.includes('"name":"look"')
  }
  expect(await declared(true)).toBe(true)
  expect(await declared(false)).toBe(false)
})
