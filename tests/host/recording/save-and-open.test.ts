import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { withOpenedRecording } from '../../../src/main/replay/opened-recording'
import { listFixtures } from '../../../src/main/replay/simulator/list-fixtures'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { hearAnswers } from '../../support/hear-answers'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

const everything = { transcripts: false, values: false, sound: false, paths: false, names: [] }
const running: InProcessApp[] = []

afterEach(async () => {
  for (const app of running.splice(0)) await app.remove()
})

async function opened(
  wishes: Parameters<typeof startInProcess>[0],
): Promise<{ readonly app: InProcessApp; readonly conversationId: string }> {
  const app = await startInProcess(wishes)
  running.push(app)
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  return { app, conversationId }
}

const progress = (app: InProcessApp) => app.told('replay.progress').at(-1)

/** Lets the recording play its own user, and plays every answer to its end at once. */
async function watch(app: InProcessApp, conversationId: string): Promise<void> {
  const hear = hearAnswers(app, conversationId)
  await app.call('replay.watch', { conversationId, on: true, fromTurn: 0 })
  await app.until(() => {
    hear()
    return progress(app)?.phase === 'done'
  })
}

/** All but the setup, in which the tools are described with examples of their own. */
const said = (text: string): string => text.replace(/^.*"setup":.*$/m, '')

const words = (app: InProcessApp): string =>
  app
    .told('stream.chunk')
    .flatMap(({ chunk }) => (chunk.type === 'text-delta' && typeof chunk.delta === 'string' ? [chunk.delta] : []))
    .join('')

it('a conversation is saved with one click, opened in a fresh profile, watched there at four times its speed, and has the same content', async () => {
  const folder = tempFolder()
  const place = join(folder, 'My payment.jsonl')
  const first = await opened({
    fixtures: [await bundledFixture('payment')],
    speed: 1000,
    replayAnswers: 'all',
    desktop: { ...paperDesktop(), choosePlace: () => Promise.resolve(place) },
  })
  const wish = { conversationId: first.conversationId, minutes: 5, leaveOut: everything }
  await expect(first.app.call('fixture.save', wish)).rejects.toThrow('Nothing was said in this time')
  await watch(first.app, first.conversationId)

  const preview = await first.app.call('fixture.preview', wish)
  expect(preview.text).toContain('Hoshino Print K.K.')
  expect(preview.files.map(({ name }) => name.replace(/^conversation(-\d+)+/, ''))).toEqual(['.jsonl', '-user.wav', '.wav'])
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(folder, 'my-payment.wav'), 'somebody else’s')
  expect(await first.app.call('fixture.save', wish)).toEqual({ kind: 'saved', fileName: 'My payment.jsonl' })
  expect((await readdir(folder)).sort()).toEqual(['My payment.jsonl', 'my-payment-2-user.wav', 'my-payment-2.wav', 'my-payment.wav'])
  expect(await readFile(join(folder, 'my-payment.wav'), 'utf8')).toBe('somebody else’s')

  const second = await opened({
    fixtures: [await bundledFixture('weather')],
    speed: 4,
    desktop: { ...paperDesktop(), chooseFile: () => Promise.resolve(place) },
  })
  expect(await second.app.call('fixture.open', { conversationId: second.conversationId, title: 'Open', button: 'Open' })).toEqual({
    opened: true,
  })
  await watch(second.app, second.conversationId)
  expect(words(second.app)).toBe(words(first.app))
  expect(progress(second.app)).toMatchObject({ turns: 1, turn: 1, noBranch: null })
  // there was no approval and no payment: the call got its recorded end
  expect(second.app.told('approval.changed')).toEqual([])
})

it('what is recorded from a moment on has the turns that began after it, and none before', async () => {
  const { app, conversationId } = await opened({ fixtures: [await bundledFixture('weather')], speed: 1000 })
  await watch(app, conversationId)
  const since = Date.now() + 1
  const wish = { conversationId, minutes: null, leaveOut: everything }
  await expect(app.call('fixture.preview', { ...wish, since })).rejects.toThrow('Nothing was said in this time')
  await expect.poll(() => Date.now()).toBeGreaterThan(since)
  await watch(app, conversationId)
  const recorded = await app.call('fixture.preview', { ...wish, since })
  expect(recorded.text.match(/"expect":{"kind":"audio"/g)).toHaveLength(2)
  expect(recorded.lines).toBeLessThan((await app.call('fixture.preview', wish)).lines)
})

it('what the user wants to leave out is not in the preview and not in the file', async () => {
  const { app, conversationId } = await opened({ fixtures: [await bundledFixture('payment')], speed: 1000, replayAnswers: 'none' })
  await watch(app, conversationId)
  const leaveOut = { transcripts: true, values: true, sound: true, paths: true, names: ['hoshino'] }
  const { text, removed } = await app.call('fixture.preview', { conversationId, minutes: null, leaveOut })
  expect(said(text)).not.toMatch(/Hoshino|INV-2231|check the payment/i)
  expect(removed.names).toBeGreaterThan(0)
  const saved = await app.call('fixture.save', { conversationId, minutes: null, leaveOut })
  if (saved.kind !== 'saved') throw new Error('it was not saved')
  const folder = join(app.userDataFolder, 'saved-recordings')
  const file = await readFile(join(folder, saved.fileName), 'utf8')
  expect(said(file)).not.toMatch(/Hoshino|INV-2231|check the payment/i)
  expect(JSON.parse(file.split('\n')[0] ?? '').leftOut).toEqual(['transcripts', 'values', 'sound', 'paths', 'names'])
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.wav'))) {
    const bytes = await readFile(join(folder, name))
    expect(bytes.subarray(44).every((byte) => byte === 0)).toBe(true)
  }
})

it('stops while it is paused, continues step by step, and begins at any turn', async () => {
  const { app, conversationId } = await opened({ fixtures: [await bundledFixture('weather')], speed: 1000 })
  await app.call('replay.pace', { conversationId, paused: true })
  await app.call('replay.watch', { conversationId, on: true, fromTurn: 1 })
  expect(progress(app)).toMatchObject({ phase: 'watching', paused: true, turn: 1, turns: 2 })
  await app.until(() => app.told('conversation.status').at(-1)?.activity === 'thinking')
  expect(app.told('stream.chunk').filter(({ chunk }) => chunk.type === 'text-delta')).toEqual([])
  for (let step = 0; words(app) === ''; step += 1) {
    await app.call('replay.pace', { conversationId, step: true })
    await new Promise((resolve) => setImmediate(resolve))
    if (step > 5_000) throw new Error('no step brings anything')
  }
  expect(words(app).length).toBeLessThan(60)
  await app.call('replay.pace', { conversationId, paused: false, speed: 100 })
  await app.until(() => words(app).includes('umbrella'))
  expect(words(app)).not.toContain('Hello! Yes')
  expect(progress(app)).toMatchObject({ paused: false, speed: 100 })
})

it('the recording named on the command line is the first one; one that can’t be played is reported, and affects only itself', async () => {
  const listed = await listFixtures('fixtures')
  const named = await withOpenedRecording(['--no-sandbox', '.', 'tests/fixtures/yes-alone.jsonl'], process.cwd(), listed)
  expect(named.fixtures.map(({ fixtureId }) => fixtureId).slice(0, 2)).toEqual(['yes-alone', 'weather'])
  expect(named.problems).toEqual([])
  const broken = join(tempFolder(), 'broken.jsonl')
  await writeFile(broken, '{"format":"parley-fixture"')
  const refused = await withOpenedRecording([broken], '/', listed)
  expect(refused.fixtures[0]?.fixtureId).toBe('weather')
  expect(refused.problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^broken\.jsonl: Line 1: this is not JSON/)])
})
