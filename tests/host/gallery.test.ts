import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listFixtures } from '../../src/main/replay/simulator/list-fixtures'
import type { BranchName, Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import { z } from '../../src/shared/lib/zod'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { scriptOf } from '../support/demo-script'
import { jumpingClock } from '../support/jumping-clock'
import { paperDesktop } from '../support/paper-desktop'
import { paperJpeg } from '../support/paper-jpeg'

const { fixtures, problems } = await listFixtures('fixtures')
const clock = jumpingClock()
const APPROVAL_SECONDS = 30
let app: InProcessApp

beforeAll(async () => {
  const picture = { png: new Uint8Array([1, 2, 3]), jpeg: paperJpeg(768, 432), width: 1920, height: 1080 }
  app = await startInProcess({
    fixtures: fixtures.map(({ fixture }) => fixture),
    speed: 1000,
    clock,
    desktop: paperDesktop({ captureScreen: () => Promise.resolve(picture) }),
    dataFiles: await builtDataFiles(),
  })
  await app.call('settings.update', { approvalSeconds: APPROVAL_SECONDS })
})
afterAll(() => app.remove())

/** The calls of a demo in order, and all combinations of answers to them. */
function waysOf({ steps }: Fixture): readonly (readonly BranchName[])[] {
  const branch = steps.find((step) => step.kind === 'branch')
  return branch === undefined ? [[]] : waysThrough(branch)
}

function waysThrough({ sections }: Extract<FixtureStep, { kind: 'branch' }>): readonly (readonly BranchName[])[] {
  return sections.flatMap(({ on, steps }) => waysOf({ steps } as unknown as Fixture).map((rest) => [on, ...rest]))
}

function callsOf(steps: readonly FixtureStep[]): readonly string[] {
  return steps.flatMap((step) => (step.kind === 'branch' ? [step.call, ...step.sections.flatMap((section) => callsOf(section.steps))] : []))
}

async function answer(conversationId: string, way: readonly BranchName[]): Promise<void> {
  for (const [index, on] of way.entries()) {
    const asked = () => app.told('approval.changed').filter((one) => one.conversationId === conversationId && one.state === 'requested')
    await app.until(() => asked().length > index)
    const question = asked()[index]
    if (question === undefined) throw new Error('nobody was asked')
    const { approvalId, inputHash, toolCallId } = question
    if (on === 'expired') clock.jump(APPROVAL_SECONDS * 1000 + 1)
    else if (on === 'other') await app.call('call.cancel', { conversationId, toolCallId })
    else await app.call('approval.decide', { approvalId, inputHash, approved: on === 'approved' })
    if (on !== 'approved' || question.toolName !== 'export_csv') continue
    const run = () => app.told('tool.run').find((one) => one.toolCallId === toolCallId)
    await app.until(() => run() !== undefined)
    expect(run()?.input).toEqual({ artifacts: ['result_1'] })
    const files = [{ artifact: 'result_1', file: 'revenue.csv', rows: 5 }]
    await app.call('tool.settle', { toolCallId, outcome: { kind: 'result', output: { status: 'saved', files } } })
  }
}

const messageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  parts: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), state: z.string().optional(), mediaType: z.string().optional() }),
  ),
})

/** Plays one demo as the gallery does, with these answers to its approvals. Returns the stored thread. */
async function played(fixture: Fixture, way: readonly BranchName[]) {
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('replay.choose', { conversationId, fixtureId: fixture.fixtureId })
  await app.call('replay.watch', { conversationId, on: true, fromTurn: 0 })
  const answered = answer(conversationId, way)
  let heard = app.told('playback.end').length
  await app.until(() => {
    for (const { turnId } of app.told('playback.end').slice(heard)) {
      heard += 1
      void app.call('playback.position', { conversationId, turnId, samples: 0, done: true })
    }
    return app.told('replay.progress').some((one) => one.conversationId === conversationId && one.phase === 'done')
  })
  await answered
  const { messages } = await app.call('conversation.open', { conversationId })
  return messages.map((message) => messageSchema.parse(message))
}

/** The thread turn by turn, in plain words. */
function turnsOf(messages: Awaited<ReturnType<typeof played>>) {
  const turns: { user: string; model: string }[] = []
  for (const { role, parts } of messages) {
    const text = parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
    if (role === 'user') turns.push({ user: text, model: '' })
    else {
      const turn = turns.at(-1)
      if (turn !== undefined) turn.model += text
    }
  }
  return turns
}

const partsOf = (messages: Awaited<ReturnType<typeof played>>, type: RegExp) =>
  messages.flatMap(({ parts }) => parts.filter((part) => type.test(part.type)))

it('there are demos of every feature, in English and in Japanese', () => {
  expect(problems).toEqual([])
  expect(fixtures.length).toBeGreaterThanOrEqual(16)
})

const STATES = { approved: 'output-available', denied: 'output-denied', expired: 'output-denied', other: 'output-error' } as const

describe.each(fixtures.map(({ fixture }) => [fixture.fixtureId, fixture] as const))('the demo %s', (_name, fixture) => {
  it.each(waysOf(fixture).map((way) => [way.join(', ') || 'without a question', way] as const))(
    'plays to its end, %s: its speech and calls match its script',
    async (_words, way) => {
      const calls = callsOf(fixture.steps)
      const messages = await played(fixture, way)
      expect(turnsOf(messages)).toEqual(scriptOf(fixture, (call) => way[calls.indexOf(call)] ?? 'other'))
      expect(partsOf(messages, /^(dynamic-tool|tool-)/).map(({ state }) => state)).toEqual(way.map((on) => STATES[on]))
    },
    30_000,
  )
})

it.each(['', '-ja'])('the demos show their features (%s): sources, an interruption, images, a table', async (language) => {
  const demo = (name: string) => {
    const found = fixtures.find(({ fixture }) => fixture.fixtureId === `${name}${language}`)
    if (found === undefined) throw new Error(`there is no ${name}`)
    return found.fixture
  }
  expect(partsOf(await played(demo('weather'), []), /^source-url$/)).toHaveLength(2)
  expect(partsOf(await played(demo('interruption'), []), /^data-interrupted$/)).toHaveLength(1)
  expect(partsOf(await played(demo('picture'), []), /^file$/).map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/png'])
  expect(partsOf(await played(demo('data'), ['approved', 'denied']), /^data-artifact$/)).toMatchObject([{ data: { rows: 5, columns: 3 } }])
})
