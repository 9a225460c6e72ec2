import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { Conversation } from '../conversations/conversation-types'
import type { StandIn } from '../conversations/stand-in'
import type { Emit } from '../lib/emit'
import type { NoticeService } from '../lib/notices'
import type { Credentials } from '../models/live/credentials'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import { noAnswer, promptedFixture, recordingForText } from './choose-recording'
import { createDemoSpeech } from './demo-speech'
import { type ConversationEvents, createReplayDirector, type ReplayDirector } from './replay-director'
import type { ReplayAnswers } from './replay-driver'
import type { ReplayPace } from './replay-pace'
import type { FaultName } from './simulator/faults/catalogue'
import type { FaultChoice } from './simulator/faults/fault-choice'
import type { PlayerObserver } from './simulator/player-types'
import { type FixtureServer, startFixtureServer } from './simulator/simulator-server'

/** The recording that stands in for Gemini in one conversation, behind a server of its own on loopback. */
interface ReplaySource {
  fixture(): Fixture
  /** The one that answers what is spoken. */
  spoken(): Fixture
  /** Whether it answers typed words in writing; what is spoken is then answered by the recording of before. */
  isWritten(): boolean
  /** Address of the server; started at the first call and after each change of fixture or speed. */
  baseUrl(): Promise<string>
  /** Another recording, from its beginning. */
  choose(fixture: Fixture): Promise<void>
  /** What goes wrong beside the faults that it was made with; null where nothing does. */
  fault(): FaultName | null
  /** Begins the recording again, at this turn of the user, counted from 0. */
  restart(fromTurn: number): Promise<void>
  /** Frames that its server has sent. */
  framesSent(): number
  /** The recording from its beginning, and this goes wrong. */
  misbehave(fault: FaultName | null): Promise<void>
  close(): Promise<void>
}

/** What follows the replay. */
interface ReplayFollower {
  readonly pace: Pick<ReplayPace, 'speed' | 'clock'>
  readonly observer: PlayerObserver
}

/** Makes the source; nothing listens before `baseUrl` is asked for. `faults`: what goes wrong at each of its servers. */
function createReplaySource(
  first: Fixture,
  speed: () => number,
  clock: Clock,
  faults: readonly FaultChoice[],
  follower: ReplayFollower,
): ReplaySource {
  let fromTurn = 0
  let running: FixtureServer | null = null
  let spoken = first
  let written = first.protocol === 'gemini-text' ? first : undefined
  let server: Promise<FixtureServer> | null = null
  let fault: FaultName | null = null

  async function close(): Promise<void> {
    const closing = server
    server = null
    running = null
    await (await closing)?.close()
  }

  return {
    fixture: () => written ?? spoken,
    spoken: () => spoken,
    isWritten: () => written !== undefined,
    async baseUrl() {
      const all = fault === null ? faults : [...faults, fault]
      server ??= startFixtureServer({
        fixture: spoken,
        remembers: false,
        ...(written !== undefined && { text: written }),
        speed: speed(),
        clock,
        faults: all,
        ...follower,
        fromTurn,
      })
      running = await server
      return running.baseUrl
    },
    async choose(next) {
      await close()
      fromTurn = 0
      if (next.protocol === 'gemini-text') written = next
      else {
        spoken = next
        written = undefined
      }
    },
    fault: () => fault,
    framesSent: () => running?.framesSent() ?? 0,
    async restart(turn) {
      await close()
      fromTurn = turn
    },
    async misbehave(next) {
      await close()
      fromTurn = 0
      fault = next
    },
    close,
  }
}

/** A recording that stands in for Gemini, and who plays it. */
export interface ConversationReplay extends StandIn {
  readonly director: ReplayDirector
  /** Whether the recording answers now. */
  answers(): boolean
  /** Whether the recording that answers is from a file: what it asks for is not what the app's makers or the user asked for. */
  isFromFile(): boolean
  /** The user wants this recording, whether or not there is a key. */
  take(fixture: Fixture): Promise<void>
  /** The recording from its beginning, with this fault; null: without one. */
  misbehave(fault: FaultName | null): Promise<void>
}

/** Dependencies of the recordings that stand in for Gemini. */
export interface ConversationReplayOptions {
  readonly clock: Clock
  readonly events: ConversationEvents
  readonly queue: Pick<ApprovalQueue, 'open' | 'decide'>
  readonly emit: Emit
  readonly notices: NoticeService
  readonly credentials: Credentials
  /** Recordings that can stand in for Gemini; the first one is played where none was chosen. */
  readonly fixtures: readonly Fixture[]
  /** Whether a recording was opened from a file; those that come with Parley were not. */
  fromFile(fixture: Fixture): boolean
  /** Who answers the approvals of a recording that is watched in a run of its own; null in the app, where no recording answers any. */
  readonly answers: ReplayAnswers | null
  /** Whether another program began the conversation. */
  isOutside(conversationId: string): boolean
  /** What goes wrong at each of its servers. */
  readonly faults: readonly FaultChoice[]
  /** Recorded gaps are divided by this factor. */
  speed(): number
}

function createDirector(
  conversationId: string,
  options: ConversationReplayOptions,
  conversation: () => Conversation,
  source: () => ReplaySource,
  isFromFile: () => boolean,
): ReplayDirector {
  const { queue } = options
  return createReplayDirector({
    conversationId,
    clock: options.clock,
    events: options.events,
    fixture: () => source().fixture(),
    conversation,
    async restart(fromTurn) {
      await conversation().stopSession('withdraw')
      await source().restart(fromTurn)
    },
    framesSent: () => source().framesSent(),
    openApprovals: () => queue.open().filter((approval) => approval.conversationId === conversationId),
    // only a run of its own, in a folder of its own, lets a recording answer
    decide(decision) {
      if (options.answers !== null) queue.decide(decision, { kind: 'recording', fixtureId: source().fixture().fixtureId })
    },
    answers: () => options.answers ?? (isFromFile() ? 'sealed' : 'user'),
    usualSpeed: options.speed,
    onProgress(progress) {
      if (progress.phase === 'watching') options.notices.clear('recording-opened', conversationId)
      options.emit('replay.progress', { conversationId, ...progress })
    },
    onPicture: (picture) => options.emit('replay.picture', { conversationId, picture }),
  })
}

/** Creates the replay of one conversation, with this recording first. */
export function createConversationReplay(
  conversationId: string,
  first: Fixture,
  conversation: () => Conversation,
  options: ConversationReplayOptions,
): ConversationReplay {
  const { credentials, fixtures, notices, fromFile } = options
  const director = createDirector(conversationId, options, conversation, () => source, isFromFile)
  const isOutside = (): boolean => options.isOutside(conversationId)
  const demo = createDemoSpeech({
    ...{ conversationId, notices },
    picks: () => isDemo() && !isOutside() && director.progress().phase !== 'watching',
    onNotUnderstood: () => conversation().showSpeech(),
  })
  const observer = demo.observing(director.observer)
  const source = createReplaySource(first, options.speed, options.clock, options.faults, { pace: director.pace, observer })
  let wanted = false

  /** Without a key, the bundled recordings stand in: each answers its own sentences only. One that was opened alone answers everything. */
  function isDemo(): boolean {
    return !credentials.present() && fixtures.length > 1 && !isFromFile()
  }

  function isFromFile(): boolean {
    return fromFile(source.fixture()) || fromFile(source.spoken())
  }

  function choose(fixture: Fixture): Promise<void> {
    director.changed()
    return source.choose(fixture)
  }

  async function play(fixture: Fixture): Promise<void> {
    if (source.fixture() === fixture) return
    await playAnew(fixture)
  }

  async function playAnew(fixture: Fixture): Promise<void> {
    await conversation().stopSession('withdraw')
    await choose(fixture)
  }

  async function typedToDemo(text: string): Promise<void> {
    const current = source.fixture()
    const { turn } = director.progress()
    const known = recordingForText({ text, current, turn, fixtures })
    if (!isOutside()) demo.typed(text, known === null ? current : known)
    if (known === undefined && (isOutside() || source.isWritten())) await playAnew(noAnswer(text, fixtures))
    else if (known !== undefined && known !== null && (known !== current || turn > 0)) await playAnew(known)
  }

  function close(): Promise<void> {
    director.close()
    return source.close()
  }

  return {
    fixture: source.fixture,
    spoken: source.spoken,
    isWritten: source.isWritten,
    baseUrl: source.baseUrl,
    misbehave: source.misbehave,
    director,
    isFromFile,
    answers: () => wanted || !credentials.present(),
    take(fixture) {
      wanted = true
      demo.picked(fixture)
      return choose(fixture)
    },
    credentials: {
      present: () => !wanted && credentials.present(),
      key: () => (wanted ? null : credentials.key()),
      next: () => (wanted ? Promise.resolve(null) : credentials.next()),
    },
    shown() {
      const { fixtureId, title } = source.fixture()
      const fault = source.fault()
      return { fixtureId, title, speed: options.speed(), ...(fault !== null && { fault }), ...(demo.offers() && { offers: true }) }
    },
    play,
    async typed(text, isFirst) {
      if (isDemo()) {
        await typedToDemo(text)
        return
      }
      const prompted = isFirst ? promptedFixture([source.fixture(), ...fixtures], text) : undefined
      if (prompted !== undefined) await play(prompted)
    },
    close,
    dispose: close,
  }
}
