import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageFacts from '../../../package.json'
import type { Fixture } from '../../shared/fixtures/fixture'
import type { RecordedEvent } from '../../shared/fixtures/recorded-event'
import { type EventName, events } from '../../shared/ipc/contract'
import { z } from '../../shared/lib/zod'
import { messageOf } from '../../shared/messages/message'
import { composeApp } from '../app/compose-app'
import type { DataFiles } from '../data/data-module'
import { createFlightRecorder } from '../diagnostics/recording/flight-recorder'
import { silentLogger } from '../lib/log/logger'
import { randomIds } from '../lib/random-ids'
import { systemClock } from '../lib/system-clock'
import type { ReplayAnswers } from '../replay/replay-driver'
import { replayPlatform } from '../replay/replay-platform'

/** Options of a run. */
export interface RunOptions {
  readonly answers: ReplayAnswers
  readonly speed: number
  readonly dataFiles: DataFiles
  /** Receives every event that the page would receive. */
  readonly heard?: (name: EventName, payload: unknown) => void
  /** ms without any event after which the run is aborted */
  readonly timeoutMs?: number
}

/** The outcome of a run. `problem`: why it did not finish; null if it did. */
export interface RunOutcome {
  readonly events: readonly RecordedEvent[]
  readonly problem: string | null
}

const createdSchema = z.object({ conversationId: z.string() })
const TIMEOUT_MS = 60_000

/**
 * Plays a recording, with its own user, through the whole app without a window: the simulator, the real client library,
 * converter, queue and tools. Its data goes into a temporary folder.
 */
export async function runRecording(fixture: Fixture, options: RunOptions): Promise<RunOutcome> {
  const userDataFolder = mkdtempSync(join(tmpdir(), 'parley-replay-'))
  const flight = createFlightRecorder(systemClock, { milliseconds: Number.MAX_SAFE_INTEGER, characters: Number.MAX_SAFE_INTEGER })
  const { timeoutMs = TIMEOUT_MS } = options
  let conversationId = ''
  let settle: (problem: string | null) => void = () => undefined
  let signsOfLife = 0
  const call = async (name: string, request: unknown): Promise<unknown> => {
    const result = await platform.dispatch()(name, request)
    if (!result.ok) throw new Error(result.error.message)
    return result.value
  }
  const platform = replayPlatform({ userDataFolder, fixturesFolder: '' }, (name, payload) => {
    signsOfLife += 1
    options.heard?.(name, payload)
    if (name === 'replay.progress' && events['replay.progress'].parse(payload).phase === 'done') settle(null)
    if (name === 'conversation.status') {
      const { session } = events['conversation.status'].parse(payload)
      if (session.phase === 'failed') settle(`The session failed (${session.cause}): ${session.detail}`)
    }
    if (name === 'tool.run') {
      const { toolCallId, name: tool } = events['tool.run'].parse(payload)
      const outcome = { kind: 'error', errorText: messageOf('no-window', { tool }) }
      call('tool.settle', { toolCallId, outcome }).catch((error: unknown) => settle(String(error)))
    }
    // without a player, delivered sound counts as played
    if (name === 'playback.end') {
      const { turnId } = events['playback.end'].parse(payload)
      call('playback.position', { conversationId, turnId, samples: 0, done: true }).catch((error: unknown) => settle(String(error)))
    }
  })
  const running = await composeApp(platform, {
    version: packageFacts.version,
    clock: systemClock,
    newId: randomIds,
    openLog: () => silentLogger,
    environment: {},
    fixtures: [fixture],
    fixtureProblems: [],
    dataFiles: options.dataFiles,
    replaySpeed: options.speed,
    replayAnswers: options.answers,
    flight,
  })
  let seen = -1
  const watch = setInterval(() => {
    if (signsOfLife === seen) settle(`Nothing happened for ${timeoutMs / 1000} s: the recording waits for something that does not come.`)
    seen = signsOfLife
  }, timeoutMs)
  try {
    const ended = new Promise<string | null>((resolve) => {
      settle = resolve
    })
    conversationId = createdSchema.parse(await call('conversation.create', null)).conversationId
    await call('replay.watch', { conversationId, on: true, fromTurn: 0 })
    const problem = await ended
    return { events: flight.events(conversationId), problem }
  } finally {
    clearInterval(watch)
    await running.stop()
    rmSync(userDataFolder, { recursive: true, force: true })
  }
}
