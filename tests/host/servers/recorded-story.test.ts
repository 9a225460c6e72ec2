import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'
import { hearAnswers } from '../../support/hear-answers'
import { answerComes, liveRecording, modelCalls, modelSays, type RecordedLine, wordsCome } from '../../support/live-recording'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'
import { realServer } from '../../support/tool-server-rig'

/** The app with a key, a server of the user's, and a strict service that plays these lines. */
async function withServer(lines: readonly RecordedLine[], server: ReturnType<typeof realServer>, place: string) {
  const service = await startFixtureServer({ fixture: liveRecording('servers', lines), speed: 50, faults: [] })
  geminiAt(service.baseUrl)
  const desktop = paperDesktop({ confirm: () => Promise.resolve(true), choosePlace: () => Promise.resolve(place) })
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, desktop })
  onTestFinished(async () => {
    await app.remove()
    geminiAt(null)
    await service.close()
  })
  await app.call('toolServers.save', { server, variables: {} })
  const isReady = () =>
    app
      .told('toolServers.changed')
      .at(-1)
      ?.servers.every(({ state }) => state.phase === 'ready') === true
  await app.until(isReady)
  const { conversationId } = await app.call('conversation.create', null)
  return { app, service, conversationId }
}

async function allowed(app: InProcessApp): Promise<void> {
  const open = () => app.told('approval.changed').find(({ state }) => state === 'requested')
  await app.until(() => open() !== undefined)
  const { approvalId = '', inputHash = '' } = open() ?? {}
  await app.call('approval.decide', { approvalId, inputHash, approved: true })
}

const isDone = (app: InProcessApp) => () =>
  app
    .told('stream.chunk')
    .some(({ role, chunk: { type: kind, finishReason } }) => role === 'assistant' && kind === 'finish' && finishReason === 'stop')

it('a story with a server is recorded, and plays in a fresh profile where the server and its files are gone', async () => {
  const folder = tempFolder()
  const notes = join(folder, 'note.txt')
  await writeFile(notes, 'buy rice')
  const place = join(folder, 'notes.jsonl')
  const lines = [wordsCome, modelCalls('c1', 'filesystem__read_text_file', { path: notes }), answerComes('c1'), ...modelSays('Rice.')]
  const first = await withServer(lines, realServer('filesystem', folder), place)
  await first.app.call('text.send', { conversationId: first.conversationId, text: 'What changed in my notes folder?' })
  await allowed(first.app)
  await first.app.until(isDone(first.app))
  const leaveOut = { transcripts: false, values: false, sound: false, paths: false, names: [] }
  expect(await first.app.call('fixture.save', { conversationId: first.conversationId, minutes: null, leaveOut })).toMatchObject({
    kind: 'saved',
  })
  await first.app.remove()
  geminiAt(null)
  await rm(notes)

  const desktop = paperDesktop({ chooseFile: () => Promise.resolve(place) })
  const app = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 50, desktop })
  onTestFinished(app.remove)
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  await app.call('fixture.open', { conversationId, title: 'Open', button: 'Open' })
  const hear = hearAnswers(app, conversationId)
  await app.call('replay.watch', { conversationId, on: true, fromTurn: 0 })
  await app.until(() => {
    hear()
    return app.told('replay.progress').at(-1)?.phase === 'done'
  })
  const shown = JSON.stringify(app.told('stream.chunk').map(({ chunk }) => chunk))
  expect(shown).toContain('buy rice')
  expect(shown).toContain('Rice.')
  expect(app.told('approval.changed')).toEqual([])
  expect(await app.call('toolServers.list', null)).toEqual({ servers: [] })
})

it('a form of a server is answered in the window, and its values go to the server alone', async () => {
  const lines = [wordsCome, modelCalls('c1', 'everything__trigger-elicitation-request', {}), answerComes('c1'), ...modelSays('Done.')]
  const { app, conversationId } = await withServer(lines, realServer('everything'), '')
  await app.call('text.send', { conversationId, text: 'Ask me' })
  await allowed(app)
  const asked = () => app.told('elicitations.changed').at(-1)?.elicitations[0]
  await app.until(() => asked() !== undefined)
  const question = asked()
  expect(question).toMatchObject({ server: 'everything', conversationId })
  expect(await app.call('elicitations.list', null)).toMatchObject({ elicitations: [{ elicitationId: question?.elicitationId }] })
  const { elicitationId = '' } = question ?? {}
  await app.call('elicitations.answer', { elicitationId, answer: { kind: 'accept', values: { name: 'Aki Hoshino' } } })
  await app.until(isDone(app))
  expect(await app.call('elicitations.list', null)).toEqual({ elicitations: [] })
  const { entries } = await app.call('audit.list', { limit: 50 })
  const decided = entries.flatMap(({ event, subject }) => (event.kind === 'decided' && subject.approvalId === elicitationId ? [event] : []))
  expect(decided.map(({ decision }) => decision).sort()).toEqual(['allowed', 'asked'])
  expect(JSON.stringify(decided)).not.toContain('Hoshino')
})
