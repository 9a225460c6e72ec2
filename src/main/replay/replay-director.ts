import type { Approval, Decision } from '../../shared/approvals/approval'
import type { Expectation, Fixture } from '../../shared/fixtures/fixture'
import type { RecordedEvent } from '../../shared/fixtures/recorded-event'
import type { Clock } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import type { Conversation } from '../conversations/conversation-types'
import type { Disposable } from '../lib/disposable'
import type { RecordedResult } from '../tool-calls/recorded-calls'
import { type RecordedCall, type RecordedResults, recordedResults } from './recorded-results'
import { createReplayDriver, ownTurns, type ReplayDriver, type WatchedAnswers } from './replay-driver'
import { createReplayPace, type ReplayPace } from './replay-pace'
import type { PlayerObserver } from './simulator/player-types'

const SAMPLES_PER_MS = 24
/** Speeds up to this are listened to. */
const FASTEST_HEARD = 4

/** Where a recording stands, for the page. */
export interface ReplayProgress {
  /** `idle`: the user takes part; `watching`: the recording plays its user too; `done`: it was watched to its end. */
  readonly phase: 'idle' | 'watching' | 'done'
  /** The turn that was begun last, from 1; 0 before the first. */
  readonly turn: number
  readonly turns: number
  readonly paused: boolean
  readonly speed: number
  /** The tool whose call was answered in a way that the recording has nothing for. */
  readonly noBranch: { readonly call: string; readonly answer: string } | null
}

/** What happens in conversations, as it is recorded. */
export interface ConversationEvents {
  /** Calls the listener with every event from now on. */
  onEvent(listener: (conversationId: string, event: RecordedEvent) => void): Disposable
}

/** What a director needs. */
export interface ReplayDirectorOptions {
  readonly conversationId: string
  readonly clock: Clock
  readonly events: ConversationEvents
  fixture(): Fixture
  conversation(): Conversation
  /** Plays the recording from this turn on, counted from 0, and resolves when it can be spoken to. */
  restart(fromTurn: number): Promise<void>
  framesSent(): number
  openApprovals(): readonly Approval[]
  decide(decision: Decision): void
  /** Who answers while it is watched; asked when that begins. */
  answers(): WatchedAnswers
  usualSpeed(): number
  onProgress(progress: ReplayProgress): void
}

/** Plays a recording for somebody who watches, at the pace that they choose, or for nobody at all. */
export interface ReplayDirector {
  readonly observer: PlayerObserver
  readonly pace: ReplayPace
  /** The recorded end of a call, as soon as its time has come; null where there is none. */
  recorded(tool: string, input: JsonObject): Promise<RecordedResult> | null
  /**
   * How a call ends that the recording makes while it plays its own user and is from a file, with a promise that resolves when
   * its time has come; null where the call is to be decided about.
   */
  played(tool: string, input: JsonObject): PlayedCall | null
  /** Plays it with its own user, from this turn on. */
  watch(fromTurn?: number): Promise<void>
  /** The user goes on from here. */
  takePart(): void
  setPace(change: { readonly paused?: boolean; readonly speed?: number | null; readonly step?: true }): void
  progress(): ReplayProgress
  /** Another recording is played from now on. */
  changed(): void
  close(): void
}

/** A call that ends as it was recorded. */
export interface PlayedCall extends RecordedCall {
  /** Resolves when its time has come. */
  readonly due: Promise<void>
}

export function createReplayDirector(options: ReplayDirectorOptions): ReplayDirector {
  const { clock, conversationId } = options
  const pace = createReplayPace(clock, options.usualSpeed)
  const held: (() => void)[] = []
  let driver: ReplayDriver | null = null
  let sealed = false
  let results: RecordedResults | null = null
  let listening: Disposable | null = null
  let received = 0
  let sounding: { readonly turnId: string; readonly since: number } | null = null
  let goOn: (() => void) | null = null
  let phase: ReplayProgress['phase'] = 'idle'
  let turn = 0
  let noBranch: ReplayProgress['noBranch'] = null

  const turnsOf = (): readonly Expectation[] => [...ownTurns(options.fixture()).keys()]

  function progress(): ReplayProgress {
    return { phase, turn, turns: turnsOf().length, paused: pace.isPaused(), speed: pace.speed(), noBranch }
  }

  const tell = (): void => options.onProgress(progress())

  function release(): void {
    for (const give of held.splice(0)) give()
  }

  function leave(): void {
    driver?.stop()
    driver = null
    sealed = false
    listening?.dispose()
    listening = null
    release()
    // whoever takes part now hears the answer to its end
    goOn?.()
    goOn = null
  }

  /** Counts what the conversation has taken in, and has the pilot look again once it has. */
  function listen(): void {
    received = 0
    listening = options.events.onEvent((id, event) => {
      if (id !== conversationId) return
      if (event.kind === 'frame' && event.direction === 'received') received += 1
      if (event.kind === 'sound' && event.turnId !== sounding?.turnId) sounding = { turnId: event.turnId, since: clock.now() }
      setImmediate(() => driver?.look())
    })
  }

  return {
    pace,
    observer: {
      waits(expectation) {
        goOn = null
        const at = expectation === null ? -1 : turnsOf().indexOf(expectation)
        if (at >= 0 && at !== turn) {
          turn = at
          tell()
        }
        driver?.waits(expectation)
      },
      cutsIn(expectation, unlessCut) {
        if (driver === null) return false
        goOn = unlessCut
        driver.waits(expectation)
        return true
      },
      hasNoBranch(call, answer) {
        noBranch = { call, answer }
        tell()
      },
    },
    recorded(tool, input) {
      results ??= recordedResults(options.fixture())
      const result = results.take(tool, input)
      if (result === null) return null
      if (driver === null) return Promise.resolve(result)
      return new Promise((resolve) => {
        held.push(() => resolve(result))
        driver?.look()
      })
    },
    played(tool, input) {
      if (!sealed) return null
      results ??= recordedResults(options.fixture())
      const due = new Promise<void>((resolve) => {
        held.push(resolve)
        setImmediate(() => driver?.look())
      })
      return { ...results.call(tool, input), due }
    },
    async watch(fromTurn = 0) {
      leave()
      const answers = options.answers()
      sealed = answers === 'sealed'
      const fixture = options.fixture()
      results = recordedResults(fixture)
      await options.restart(fromTurn)
      phase = 'watching'
      turn = fromTurn
      noBranch = null
      listen()
      driver = createReplayDriver({
        fixture,
        firstTurn: fromTurn,
        answers,
        conversation: options.conversation(),
        results,
        clock: pace.clock,
        caughtUp: () => received >= options.framesSent(),
        soundingTurn: () => sounding?.turnId ?? null,
        untilHeard(samples) {
          // faster than that, nobody listens
          if (pace.speed() > FASTEST_HEARD || sounding === null) return 0
          return Math.max(0, samples / SAMPLES_PER_MS - (clock.now() - sounding.since))
        },
        openApprovals: options.openApprovals,
        decide: options.decide,
        release,
        pauseMs: () => Math.min(1_500, 1_500 / pace.speed()),
        onDone() {
          leave()
          phase = 'done'
          turn = turnsOf().length
          tell()
        },
      })
      tell()
      driver.begin()
    },
    takePart() {
      if (phase !== 'watching') return
      leave()
      phase = 'idle'
      tell()
    },
    setPace({ paused, speed, step }) {
      if (speed !== undefined) pace.setSpeed(speed)
      if (paused === true) pace.pause()
      if (paused === false) pace.resume()
      if (step === true) {
        pace.pause()
        pace.step()
      }
      tell()
    },
    progress,
    changed() {
      leave()
      results = null
      phase = 'idle'
      turn = 0
      noBranch = null
      pace.resume()
      tell()
    },
    close: leave,
  }
}
