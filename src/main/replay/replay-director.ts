import type { Approval, Decision } from '../../shared/approvals/approval'
import type { Expectation, Fixture } from '../../shared/fixtures/fixture'
import type { RecordedEvent } from '../../shared/fixtures/recorded-event'
import { type ReplayedPicture, replayedPictures } from '../../shared/fixtures/replayed-pictures'
import type { Clock } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import type { Conversation } from '../conversations/conversation-types'
import type { Disposable } from '../lib/disposable'
import type { RecordedResult } from '../tool-calls/recorded-calls'
import { type RecordedCall, type RecordedResults, recordedResults } from './recorded-results'
import { createReplayDriver, ownTurns, type ReplayDriver, type ReplayDriverOptions, type WatchedAnswers } from './replay-driver'
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
  /** What the model had been shown at the turn that begins now, as it was recorded; null: nothing, or nobody watches any more. */
  onPicture(picture: ReplayedPicture | null): void
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

/** What the conversation has taken in of what the recording sent. */
interface Reception {
  /** Counts from now on; `onEvent` is called after each event. */
  begin(onEvent: () => void): void
  end(): void
  frames(): number
  soundingTurn(): string | null
  /** ms until so many samples of the answer that sounds were played, at the usual speed */
  untilPlayed(samples: number): number
}

function createReception({ clock, conversationId, events }: ReplayDirectorOptions): Reception {
  let listening: Disposable | null = null
  let received = 0
  let sounding: { readonly turnId: string; readonly since: number } | null = null
  return {
    begin(onEvent) {
      received = 0
      listening = events.onEvent((id, event) => {
        if (id !== conversationId) return
        if (event.kind === 'frame' && event.direction === 'received') received += 1
        if (event.kind === 'sound' && event.turnId !== sounding?.turnId) sounding = { turnId: event.turnId, since: clock.now() }
        setImmediate(onEvent)
      })
    },
    end() {
      listening?.dispose()
      listening = null
    },
    frames: () => received,
    soundingTurn: () => sounding?.turnId ?? null,
    untilPlayed: (samples) => (sounding === null ? 0 : Math.max(0, samples / SAMPLES_PER_MS - (clock.now() - sounding.since))),
  }
}

/** Results of the recording, which wait until their time has come. */
interface DueResults {
  /** The results of this recording from its beginning. */
  begin(): RecordedResults
  /** The results as far as they were taken; from the beginning where none were. */
  current(): RecordedResults
  /** Resolves at the next `release`. */
  due(): Promise<void>
  release(): void
  forget(): void
}

function createDueResults(fixture: () => Fixture): DueResults {
  const waiting: (() => void)[] = []
  let results: RecordedResults | null = null

  function begin(): RecordedResults {
    results = recordedResults(fixture())
    return results
  }

  return {
    begin,
    current: () => results ?? begin(),
    due: () => new Promise((resolve) => void waiting.push(resolve)),
    release() {
      for (const resolve of waiting.splice(0)) resolve()
    },
    forget() {
      results = null
    },
  }
}

/** What the driver of a run needs of its director. */
interface DriverContext {
  readonly pace: ReplayPace
  readonly reception: Reception
  release(): void
  onDone(): void
}

function createDriver(
  options: ReplayDirectorOptions,
  { pace, reception, release, onDone }: DriverContext,
  run: Pick<ReplayDriverOptions, 'fixture' | 'firstTurn' | 'answers' | 'results'>,
): ReplayDriver {
  return createReplayDriver({
    ...run,
    conversation: options.conversation(),
    clock: pace.clock,
    caughtUp: () => reception.frames() >= options.framesSent(),
    soundingTurn: reception.soundingTurn,
    // faster than that, nobody listens
    untilHeard: (samples) => (pace.speed() > FASTEST_HEARD ? 0 : reception.untilPlayed(samples)),
    openApprovals: options.openApprovals,
    decide: options.decide,
    release,
    pauseMs: () => Math.min(1_500, 1_500 / pace.speed()),
    onDone,
  })
}

/** Shows what the model had been shown when a turn was recorded; undefined takes it away. */
function createShownPicture({
  fixture,
  onPicture,
}: Pick<ReplayDirectorOptions, 'fixture' | 'onPicture'>): (turn: Expectation | undefined) => void {
  let shownFor: Expectation | undefined
  let isShown = false
  return (turn) => {
    if (turn === shownFor) return
    shownFor = turn
    const next = (turn && replayedPictures(fixture()).get(turn)) ?? null
    if (next !== null || isShown) onPicture(next)
    isShown = next !== null
  }
}

const idle = { phase: 'idle', turn: 0, noBranch: null } as const

/** Creates the director of one conversation; the user takes part. */
export function createReplayDirector(options: ReplayDirectorOptions): ReplayDirector {
  const pace = createReplayPace(options.clock, options.usualSpeed)
  const results = createDueResults(options.fixture)
  const reception = createReception(options)
  let driver: ReplayDriver | null = null
  let sealed = false
  let goOn: (() => void) | null = null
  const picture = createShownPicture(options)
  let state: Pick<ReplayProgress, 'phase' | 'turn' | 'noBranch'> = idle

  const turnsOf = (): readonly Expectation[] => [...ownTurns(options.fixture()).keys()]

  function progress(): ReplayProgress {
    return { ...state, turns: turnsOf().length, paused: pace.isPaused(), speed: pace.speed() }
  }

  function show(changes: Partial<typeof state>): void {
    state = { ...state, ...changes }
    options.onProgress(progress())
  }

  function leave(): void {
    driver?.stop()
    driver = null
    sealed = false
    reception.end()
    results.release()
    // whoever takes part now hears the answer to its end
    goOn?.()
    goOn = null
  }

  const look = (): void => driver?.look()

  return {
    pace,
    observer: {
      waits(expectation) {
        goOn = null
        const at = expectation === null ? -1 : turnsOf().indexOf(expectation)
        if (at >= 0 && at !== state.turn) show({ turn: at })
        if (at >= 0 && driver !== null) picture(expectation ?? undefined)
        driver?.waits(expectation)
      },
      cutsIn(expectation, unlessCut) {
        if (driver === null) return false
        goOn = unlessCut
        driver.waits(expectation)
        return true
      },
      hasNoBranch(call, answer) {
        show({ noBranch: { call, answer } })
      },
    },
    recorded(tool, input) {
      const result = results.current().take(tool, input)
      if (result === null) return null
      if (driver === null) return Promise.resolve(result)
      const due = results.due()
      driver.look()
      return due.then(() => result)
    },
    played(tool, input) {
      if (!sealed) return null
      const due = results.due()
      setImmediate(look)
      return { ...results.current().call(tool, input), due }
    },
    async watch(fromTurn = 0) {
      leave()
      const answers = options.answers()
      sealed = answers === 'sealed'
      const fixture = options.fixture()
      const recorded = results.begin()
      await options.restart(fromTurn)
      reception.begin(look)
      const onDone = () => {
        leave()
        show({ phase: 'done', turn: turnsOf().length })
      }
      driver = createDriver(
        options,
        { pace, reception, release: results.release, onDone },
        { answers, fixture, results: recorded, firstTurn: fromTurn },
      )
      show({ phase: 'watching', turn: fromTurn, noBranch: null })
      picture(turnsOf()[fromTurn])
      driver.begin()
    },
    takePart() {
      if (state.phase !== 'watching') return
      leave()
      picture(undefined)
      show({ phase: 'idle' })
    },
    setPace({ paused, speed, step }) {
      if (speed !== undefined) pace.setSpeed(speed)
      if (paused === true) pace.pause()
      if (paused === false) pace.resume()
      if (step === true) {
        pace.pause()
        pace.step()
      }
      show({})
    },
    progress,
    changed() {
      leave()
      picture(undefined)
      results.forget()
      pace.resume()
      show(idle)
    },
    close() {
      leave()
      picture(undefined)
    },
  }
}
