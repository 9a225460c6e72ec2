import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeApp } from '../../src/main/app/compose-app'
import type { DataFiles } from '../../src/main/data/data-module'
import type { FlightRecorder } from '../../src/main/diagnostics/recording/flight-recorder'
import type { GatewayOverrides } from '../../src/main/gateway/gateway-service'
import { type Facts, silentLogger } from '../../src/main/lib/log/logger'
import { randomIds } from '../../src/main/lib/random-ids'
import { systemClock } from '../../src/main/lib/system-clock'
import type { Desktop } from '../../src/main/platform/desktop'
import type { Platform } from '../../src/main/platform/platform'
import type { ReplayAnswers } from '../../src/main/replay/replay-driver'
import { replayPlatform } from '../../src/main/replay/replay-platform'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import {
  type CallName,
  type CallReply,
  type CallRequest,
  calls,
  type EventName,
  type EventPayload,
  events,
} from '../../src/shared/ipc/contract'
import type { Dispatch } from '../../src/shared/ipc/router'
import type { Clock } from '../../src/shared/lib/clock'

/** Options of the app in a test. */
export interface InProcessOptions {
  readonly fixtures: readonly Fixture[]
  readonly speed?: number
  /** Who answers while a recording is watched, as in a run of its own; only the user by default. */
  readonly replayAnswers?: ReplayAnswers
  readonly environment?: Readonly<Record<string, string>>
  /** Faults of the simulator that plays the recordings. */
  readonly faults?: readonly FaultChoice[]
  /** The computer's desktop; none by default. */
  readonly desktop?: Desktop
  /** Parts of the host that differ, such as a window that is hidden. */
  readonly host?: Partial<Pick<Platform, 'askNatively' | 'windowVisible' | 'windowFocused'>>
  /** Data folder of an earlier run to continue with. */
  readonly userDataFolder?: string
  readonly clock?: Clock
  /** Whether main saw a press of the user for an answer; true by default, as on a host where it sees none. */
  readonly takePress?: Platform['takePress']
  /** Called with the log's warnings and errors. */
  readonly onTrouble?: (event: string, facts?: Facts) => void
  /** Called with every line of the log. */
  readonly onLine?: (event: string, facts?: Facts) => void
  readonly gateway?: GatewayOverrides
  readonly flight?: FlightRecorder
  /** Where secrets are stored; in memory by default. */
  readonly secrets?: Platform['secrets']
  /** Where the query worker was built, and the sample; without them no query runs. */
  readonly dataFiles?: DataFiles
}

/** For apps that query no data. */
export const noDataFiles: DataFiles = { worker: '', sample: null }

/** The whole main process without a window, called as a page calls it. */
export interface InProcessApp {
  readonly userDataFolder: string
  call<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<CallReply<Name>>
  /** The entry point itself, which accepts any name and any value. */
  readonly dispatch: Dispatch
  /** All events of one kind that the page has received so far. */
  told<Name extends EventName>(name: Name): readonly EventPayload<Name>[]
  /** Resolves when the condition holds; it is checked again after every event. */
  until(condition: () => boolean): Promise<void>
  /** Shuts the app down in order; the data folder stays. */
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Starts main in plain Node with recordings instead of Gemini. */
export async function startInProcess(wishes: InProcessOptions): Promise<InProcessApp> {
  const { fixtures, speed = 1, environment = {}, faults = [], desktop = null, userDataFolder, clock = systemClock, gateway = {} } = wishes
  const { onTrouble = () => {} } = wishes
  const folder = userDataFolder ?? (await mkdtemp(join(tmpdir(), 'parley-process-')))
  const heard: { readonly name: EventName; readonly payload: unknown }[] = []
  const waiting = new Set<() => void>()
  const host = replayPlatform({ userDataFolder: folder, fixturesFolder: '' }, (name, payload) => {
    heard.push({ name, payload: structuredClone(payload) })
    for (const look of [...waiting]) look()
  })
  const platform = {
    ...{ ...host, desktop, ...wishes.host },
    ...(wishes.takePress && { takePress: wishes.takePress }),
    ...(wishes.secrets && { secrets: wishes.secrets }),
  }
  const running = await composeApp(platform, {
    version: '0.0.0',
    clock,
    newId: randomIds,
    openLog: () =>
      wishes.onLine === undefined
        ? { ...silentLogger, warn: onTrouble, error: onTrouble }
        : { info: wishes.onLine, warn: wishes.onLine, error: wishes.onLine },
    environment,
    fixtures,
    fixtureProblems: [],
    replaySpeed: speed,
    ...(wishes.replayAnswers && { replayAnswers: wishes.replayAnswers }),
    replayFaults: faults,
    gateway,
    ...(wishes.flight && { flight: wishes.flight }),
    dataFiles: wishes.dataFiles ?? noDataFiles,
  })
  const stop = (): Promise<void> => running.stop()
  return {
    userDataFolder: folder,
    dispatch: (name, request) => platform.dispatch()(name, request),
    async call(name, request) {
      const result = await platform.dispatch()(name, request)
      if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
      // parsed by the schema of this very call
      return calls[name].reply.parse(result.value) as CallReply<typeof name>
    },
    told(name) {
      // parsed by the schema of this very event
      return heard.flatMap((one) => (one.name === name ? [events[name].parse(one.payload) as EventPayload<typeof name>] : []))
    },
    until(condition) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (!condition()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    stop,
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
