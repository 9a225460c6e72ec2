import { expect, it } from 'vitest'
import { axeViolations } from '../../support/axe-violations'
import { callsOf, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()

const preview = {
  text: '{"format":"parley-fixture","version":1}\n{"t":0,"dir":"client","expect":{"kind":"setup"}}',
  lines: 2,
  files: [
    { name: 'conversation.jsonl', bytes: 90 },
    { name: 'conversation.wav', bytes: 1_200_000 },
  ],
  milliseconds: 4000,
  removed: { secrets: 1, handles: 2, paths: 0, names: 0 },
}
const answers = {
  'fixture.preview': preview,
  'fixture.save': { kind: 'saved', fileName: 'conversation.jsonl' },
  'replay.watch': null,
  'replay.pace': null,
  'replay.faults': { faults: [] },
  'fixture.open': { opened: true },
}

it('a preview with every option comes before saving, and the recording that answers is watched, paused, stepped and left at a turn', async () => {
  const world = { ...makeWorld({ settings: { developer: true }, bootstrap: { statuses: [replayStatus()] } }), answers }
  const { page, complaints, close } = await stage.open(world, { width: 1000, height: 700 })
  await page.getByRole('button', { name: 'Record from here' }).click()
  await page.getByText(/^Recording \d+:\d\d$/).waitFor()
  await saveScreen(page, 'recording-runs')
  await page.getByRole('button', { name: 'Stop recording and save' }).click()
  await page.getByText('parley-fixture').waitFor()
  expect(await callsOf(page, 'fixture.preview')).toEqual([expect.objectContaining({ minutes: null, since: expect.any(Number) })])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Save what just happened as a recording' }).click()
  const region = page.getByRole('region', { name: 'What will be saved' })
  await region.getByText('parley-fixture').waitFor()
  await page.getByText('1.2 MB in 2 files · 2 lines · 3 items removed').waitFor()
  await page.getByRole('checkbox', { name: 'Audio and images' }).check()
  await page.getByRole('textbox', { name: 'Names to leave out, separated by commas' }).fill('Mori, 森')
  await page.getByRole('combobox', { name: 'Time span' }).selectOption({ label: 'Everything still in memory' })
  expect(await axeViolations(page)).toEqual([])
  await saveScreen(page, 'recording-save')
  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByText('Saved as conversation.jsonl.').waitFor()
  const leaveOut = { transcripts: false, values: false, sound: true, paths: true, names: ['Mori', '森'] }
  const { conversationId } = replayStatus()
  expect(await callsOf(page, 'fixture.save')).toEqual([{ conversationId, minutes: null, leaveOut }])
  expect((await callsOf(page, 'fixture.preview')).at(-1)).toEqual({ conversationId, minutes: null, leaveOut })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /Playing · payments/ }).click()
  const controls = page.getByRole('group', { name: 'Playing this recording' })
  const progress = { conversationId, phase: 'watching', turn: 0, turns: 3, paused: false, speed: 1, noBranch: null }
  await emit(page, 'replay.progress', progress)
  await controls.getByRole('button', { name: 'Take part from here' }).waitFor()
  await controls.getByRole('button', { name: 'Pause' }).click()
  await emit(page, 'replay.progress', { ...progress, paused: true })
  await controls.getByRole('button', { name: 'Step' }).click()
  await controls.getByRole('button', { name: 'Resume' }).click()
  for (const label of ['0.5×', '1×', '2×', 'As fast as possible', '4×']) {
    await controls.getByRole('combobox', { name: 'Speed' }).selectOption({ label })
  }
  await controls.getByRole('combobox', { name: 'From turn' }).selectOption({ label: 'Turn 3' })
  await emit(page, 'replay.progress', { ...progress, phase: 'done', noBranch: { call: 'c', answer: 'denied' } })
  await controls.getByText('This recording has no reply to that answer').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await saveScreen(page, 'recording-play')
  await controls.getByRole('button', { name: 'Watch' }).click()
  await expect.poll(() => callsOf(page, 'replay.watch')).toEqual([{ conversationId, on: true, fromTurn: 2 }])
  expect(await callsOf(page, 'replay.pace')).toEqual([
    { conversationId, paused: true },
    { conversationId, step: true },
    { conversationId, paused: false },
    ...[0.5, 1, 2, 1000, 4].map((speed) => ({ conversationId, speed })),
  ])
  await controls.getByRole('button', { name: 'Open a recording…' }).click()
  await expect.poll(() => callsOf(page, 'fixture.open')).toHaveLength(1)
  expect(complaints).toEqual([])
  await close()
})
