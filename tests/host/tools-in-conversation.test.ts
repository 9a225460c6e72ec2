import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { composeApp } from '../../src/main/app/compose-app'
import { silentLogger } from '../../src/main/lib/log/logger'
import { randomIds } from '../../src/main/lib/random-ids'
import { systemClock } from '../../src/main/lib/system-clock'
import { type ReplayPlatform, replayPlatform } from '../../src/main/replay/replay-platform'
import { parseFixture } from '../../src/shared/fixtures/parse-fixture'
import { type EventName, events } from '../../src/shared/ipc/contract'
import type { JsonObject } from '../../src/shared/lib/json'
import { z } from '../../src/shared/lib/zod'
import { noDataFiles } from '../support/app-in-process'
import { createReplayUser, type ReplayUser } from '../support/replay-user'
import { userTurns } from '../support/user-turns'

/** A recording in which the model makes these calls at once, and speaks when all of them are answered. */
function recordingOf(calls: readonly { readonly id: string; readonly name: string; readonly args: JsonObject }[]) {
  const title = { en: 'Tools', ja: 'ツール' }
  const header = { fixtureId: 'tools', title, prompt: title, note: title, protocol: 'gemini-live', model: 'gemini-3.8-live' }
  const lines = [
    { format: 'parley-fixture', version: 1, ...header },
    { t: 0, dir: 'client', expect: { kind: 'setup' } },
    { t: 0, dir: 'client', expect: { kind: 'audio', minimumMs: 250 } },
    { t: 10, dir: 'server', frame: { toolCall: { functionCalls: calls } } },
    ...calls.map(({ id }) => ({ t: 10, dir: 'client', expect: { kind: 'tool-response', call: id } })),
    { t: 10, dir: 'server', frame: { serverContent: { outputTranscription: { text: 'All done.' } } } },
    { t: 10, dir: 'server', frame: { serverContent: { generationComplete: true } } },
    { t: 10, dir: 'server', frame: { serverContent: { turnComplete: true } } },
  ]
  const parsed = parseFixture(lines.map((line) => JSON.stringify(line)).join('\n'))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

interface Told {
  /** the thread's outcome of each call: its output, or why it has none, by the tool's name */
  readonly outcomes: Readonly<Record<string, unknown>>
  /** the calls that the page was asked to run */
  readonly given: readonly string[]
}

/** Plays the recording through the whole app; `page` runs the window's tools. */
async function converse(
  calls: Parameters<typeof recordingOf>[0],
  approve: boolean,
  page: (name: string, input: JsonObject) => JsonObject,
): Promise<Told> {
  const userDataFolder = await mkdtemp(join(tmpdir(), 'parley-tools-'))
  onTestFinished(() => rm(userDataFolder, { recursive: true, force: true }))
  const fixture = recordingOf(calls)
  const names = new Map<string, string>()
  const outcomes: Record<string, unknown> = {}
  const given: string[] = []
  let user: ReplayUser | null = null

  const heard = (name: EventName, payload: unknown): void => {
    user?.heard(name, payload)
    if (name === 'tool.run') {
      const run = events[name].parse(payload)
      given.push(run.name)
      const outcome = { kind: 'result', output: page(run.name, run.input) }
      queueMicrotask(() => void platform.dispatch()('tool.settle', { toolCallId: run.toolCallId, outcome }))
    }
    if (name !== 'stream.chunk') return
    const chunk = chunkSchema.safeParse(events[name].parse(payload).chunk)
    if (!chunk.success) return
    const { toolCallId, toolName, type, output, errorText } = chunk.data
    if (toolName !== undefined) names.set(toolCallId, toolName)
    if (type.startsWith('tool-output-')) outcomes[names.get(toolCallId) ?? toolCallId] = output ?? errorText ?? type
  }
  const platform: ReplayPlatform = replayPlatform({ userDataFolder, fixturesFolder: '' }, heard)
  const running = await composeApp(platform, {
    version: '0.0.1',
    clock: systemClock,
    newId: randomIds,
    openLog: () => silentLogger,
    environment: {},
    fixtures: [fixture],
    fixtureProblems: [],
    dataFiles: noDataFiles,
    replaySpeed: 100,
  })
  onTestFinished(() => running.stop())
  const created = await platform.dispatch()('conversation.create', null)
  if (!created.ok) throw new Error(created.error.message)
  const { conversationId } = z.object({ conversationId: z.string() }).parse(created.value)
  user = createReplayUser(conversationId, () => platform.dispatch(), approve, systemClock)
  for (const turn of userTurns(fixture, approve)) await user.take(turn, '')
  return { outcomes, given }
}

const chunkSchema = z.object({
  type: z.string(),
  toolCallId: z.string(),
  toolName: z.string().optional(),
  output: z.unknown().optional(),
  errorText: z.string().optional(),
})

const place = { latitude: 35.01, longitude: 135.77, accuracy: 800 }

test('tools of main and of the window, with and without approval, are run in one step, and the turn continues once', async () => {
  const { outcomes, given } = await converse(
    [
      { id: 'call-1', name: 'get_weather', args: { place: 'Kyoto' } },
      { id: 'call-2', name: 'change_bgm', args: { track: 'rain' } },
      { id: 'call-3', name: 'get_location', args: {} },
      { id: 'call-4', name: 'set_timer', args: { label: 'tea', seconds: 300 } },
    ],
    true,
    (name) => (name === 'change_bgm' ? { playing: 'rain' } : place),
  )
  expect(outcomes).toMatchObject({
    get_weather: { source: 'example', place: 'Kyoto', now: { temperature: 11.3 } },
    change_bgm: { playing: 'rain' },
    get_location: place,
    set_timer: { status: 'set', label: 'tea' },
  })
  expect([...given].sort()).toEqual(['change_bgm', 'get_location'])
})

test('what the user denies is never sent to the window', async () => {
  const { outcomes, given } = await converse([{ id: 'call-1', name: 'get_location', args: {} }], false, () => place)
  expect(outcomes).toEqual({ get_location: 'tool-output-denied' })
  expect(given).toEqual([])
})

test('what this host does not support is reported, not pretended', async () => {
  const { outcomes } = await converse(
    [
      { id: 'call-1', name: 'write_clipboard', args: { text: 'hello' } },
      { id: 'call-2', name: 'take_screenshot', args: {} },
      { id: 'call-3', name: 'read_file', args: { purpose: 'the invoice' } },
      { id: 'call-4', name: 'open_url', args: { url: 'https://example.com/' } },
      { id: 'call-5', name: 'cancel_timer', args: { label: 'tea' } },
    ],
    true,
    () => ({}),
  )
  expect(outcomes).toEqual({
    write_clipboard: expect.stringContaining('The clipboard can’t be reached'),
    take_screenshot: expect.stringContaining('No screenshot was taken'),
    read_file: expect.stringContaining('No file was read'),
    open_url: expect.stringContaining('The browser could not be opened'),
    cancel_timer: expect.stringContaining('No timers are running.'),
  })
})

test('an answer of the window that does not match the tool’s result is refused', async () => {
  const { outcomes } = await converse([{ id: 'call-1', name: 'change_bgm', args: { track: 'rain' } }], true, () => ({ playing: 'a lie' }))
  expect(outcomes).toEqual({ change_bgm: expect.stringContaining('not its result') })
})
