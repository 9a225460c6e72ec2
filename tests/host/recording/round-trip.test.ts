import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { runRecording } from '../../../src/main/cli/run-recording'
import { createFlightRecorder } from '../../../src/main/diagnostics/recording/flight-recorder'
import { makeRecording, writeRecording } from '../../../src/main/diagnostics/recording/make-recording'
import { systemClock } from '../../../src/main/lib/system-clock'
import { loadFixture } from '../../../src/main/replay/simulator/load-fixture'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { leaveNothingOut } from '../../../src/shared/fixtures/cleaner'
import { outcomeOf } from '../../../src/shared/fixtures/conversation-outcome'
import type { RecordedEvent } from '../../../src/shared/fixtures/recorded-event'
import { noDataFiles, startInProcess } from '../../support/app-in-process'
import { bundledFixture, toolFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'
import { type GeneratedTurn, generatedConversation, serviceOf } from '../../support/generated-conversation'
import { playUser } from '../../support/generated-user'
import { tempFolder } from '../../support/temp-folder'

/** Part of the key, of messages, of arguments, of handles: it must be nowhere on the disk. */
const CANARY = 'AIzaSyCanary0123456789canary0123456789'

afterEach(() => geminiAt(null))

/** Has a conversation that the app takes for one with Gemini, and returns what happened. */
async function live(turns: readonly GeneratedTurn[]): Promise<readonly RecordedEvent[]> {
  const server: FixtureServer = await startFixtureServer({ fixture: serviceOf(turns), speed: 1000 })
  geminiAt(server.baseUrl)
  const flight = createFlightRecorder(systemClock)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: CANARY }, flight })
  try {
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('conversation.open', { conversationId })
    await playUser(app, conversationId, turns, { flight, server })
    return flight.events(conversationId)
  } finally {
    await app.remove()
    await server.close()
  }
}

async function saved(events: readonly RecordedEvent[], secrets: readonly string[] = []): Promise<string> {
  const wishes = { fixtureId: 'again', title: `About ${CANARY}`, leaveOut: leaveNothingOut, secrets, version: '1' }
  const made = makeRecording(events, wishes)
  if (!made.ok) throw new Error(made.error.message)
  return writeRecording(tempFolder(), made.value)
}

async function replayed(path: string): Promise<readonly RecordedEvent[]> {
  const loaded = await loadFixture(path)
  if (!loaded.ok) throw new Error(loaded.error.message)
  const ran = await runRecording(loaded.value, { answers: 'recorded', speed: 1000, dataFiles: noDataFiles })
  expect(ran.problem).toBe(null)
  return ran.events
}

const soundOf = (events: readonly RecordedEvent[]): string =>
  events
    .flatMap((event) => (event.kind === 'frame' && event.direction === 'received' ? [...event.text.matchAll(/"data":"([^"]*)"/g)] : []))
    .map(([, data = '']) => data)
    .join()

describe('a conversation that is recorded and played again', () => {
  it('has the same messages, calls, sound and client frames, whatever was said, requested, answered and interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(generatedConversation, async (turns) => {
        const first = await live(turns)
        const second = await replayed(await saved(first))
        expect(outcomeOf(second)).toEqual(outcomeOf(first))
        expect(soundOf(second)).toBe(soundOf(first))
      }),
      { numRuns: 6 },
    )
  }, 40_000)

  it.each(['interruption', 'weather-text', 'payment'])('was itself played from the recording “%s”', async (name) => {
    const first = await runRecording(await bundledFixture(name), { answers: 'all', speed: 1000, dataFiles: noDataFiles })
    expect(first.problem).toBe(null)
    expect(outcomeOf(await replayed(await saved(first.events)))).toEqual(outcomeOf(first.events))
  })

  it.each([1006, 1011])('whose connection was lost in the middle of an answer (%i)', async (code) => {
    const piece = (words: string): GeneratedTurn['answer'] => [{ words, samples: 2_400, byte: 9, together: true }]
    const turn: GeneratedTurn = {
      input: { kind: 'text', words: 'Tell me.' },
      cutsInAfter: null,
      heard: [],
      answer: [...piece('First, '), ...piece('second.')],
      call: null,
      thought: null,
    }
    const service = serviceOf([turn, turn])
    const at = service.steps.findIndex((step) => step.kind === 'send') + 1
    const steps = service.steps.toSpliced(at, 0, { kind: 'close', afterMs: 0, code, reason: '' })
    const first = await runRecording({ ...service, steps }, { answers: 'none', speed: 1000, dataFiles: noDataFiles })
    expect(first.problem).toBe(null)
    expect(first.events.filter(({ kind }) => kind === 'connecting')).toHaveLength(2)
    const second = await replayed(await saved(first.events))
    expect(second.filter(({ kind }) => kind === 'connecting')).toHaveLength(2)
    expect(outcomeOf(second).message).toEqual(outcomeOf(first.events).message)
    expect(outcomeOf(second).sound).toEqual(outcomeOf(first.events).sound)
  })

  it('with two approvals that are answered one by one', async () => {
    const first = await runRecording(await toolFixture('two-payments'), { answers: 'none', speed: 1000, dataFiles: noDataFiles })
    expect(first.problem).toBe(null)
    expect(outcomeOf(await replayed(await saved(first.events)))).toEqual(outcomeOf(first.events))
  })
})

it('a secret is in none of the files: neither the key, nor what looks like one in messages, nor a handle', async () => {
  const turn: GeneratedTurn = {
    input: { kind: 'text', words: `My key is ${CANARY}, and my word is open-sesame-1234.` },
    cutsInAfter: null,
    heard: [],
    answer: [{ words: `So it is ${CANARY}.`, samples: 10, byte: 7, together: false }],
    call: null,
    thought: 'The word is open-sesame-1234.',
  }
  const events = await live([turn, { ...turn, input: { kind: 'speech', frames: 3, byte: 1 }, heard: [CANARY] }])
  const handles = events.flatMap((event) => (event.kind === 'frame' ? [...event.text.matchAll(/"newHandle":"([^"]+)"/g)] : []))
  expect(handles.length).toBeGreaterThan(0)
  expect(JSON.stringify(events)).toContain(CANARY)
  const path = await saved(events, ['open-sesame-1234'])
  const folder = join(path, '..')
  const files = await readdir(folder)
  expect(files).toEqual(['again-user.wav', 'again.jsonl', 'again.wav'])
  for (const file of files) {
    const text = await readFile(join(folder, file), 'latin1')
    for (const secret of [CANARY, 'open-sesame-1234', ...handles.map(([, handle = '']) => handle)]) expect(text).not.toContain(secret)
  }
  await replayed(path)
})
