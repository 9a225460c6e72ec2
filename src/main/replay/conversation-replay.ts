import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { ConversationRegistryOptions } from '../conversations/conversation-registry'
import type { Conversation } from '../conversations/conversation-types'
import type { ModelConnection } from '../conversations/model-connection'
import type { Credentials } from '../models/live/credentials'
import { createReplayDirector, type ReplayDirector } from './replay-director'
import type { ReplayPace } from './replay-pace'
import type { FaultName } from './simulator/faults/catalogue'
import type { FaultChoice } from './simulator/faults/fault-choice'
import type { PlayerObserver } from './simulator/player-types'
import { type FixtureServer, startFixtureServer } from './simulator/simulator-server'

export type { ReplayAnswers } from './replay-driver'

/** The recording that stands in for Gemini in one conversation, behind a server of its own on loopback. */
export interface ReplaySource {
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

/** Tells a conversation who answers it: the chosen model with a key, without one the recording that stands in. */
export function showSource(
  one: {
    readonly conversation: Conversation
    readonly replay: ReplaySource | null
    readonly connection: Pick<ModelConnection, 'typedWords' | 'pictures'>
    readonly credentials: Credentials
  },
  { settings, replaySpeed }: Pick<ConversationRegistryOptions, 'settings' | 'replaySpeed'>,
): void {
  const { conversation, replay, connection, credentials } = one
  if (credentials.present() || replay === null) {
    const [typedWords, pictures] = [connection.typedWords(), connection.pictures()]
    const { model, textModel, imageModel } = settings()
    const names = { spoken: model, written: pictures === true ? imageModel : textModel }
    conversation.updateModel(names, null, credentials.key() === null ? null : typedWords, pictures)
    return
  }
  const { fixtureId, title, model } = replay.fixture()
  const models = { spoken: model, written: model }
  const fault = replay.fault()
  conversation.updateModel(models, { fixtureId, title, speed: replaySpeed(), ...(fault !== null && { fault }) }, null, null)
}

/** A recording that stands in for Gemini, and who plays it. */
export interface ConversationReplay extends ReplaySource {
  readonly director: ReplayDirector
  /** Whether the recording that answers is from a file: what it asks for is not what the app's makers or the user asked for. */
  isFromFile(): boolean
  /** The user wants this recording, whether or not there is a key. */
  take(fixture: Fixture): Promise<void>
  /** What opens this conversation's connections: nothing from the moment on that a recording was wanted. */
  credentials(usual: Credentials): Credentials
}

type Options = Pick<
  ConversationRegistryOptions,
  'replaySpeed' | 'clock' | 'replayFaults' | 'replayAnswers' | 'flight' | 'queue' | 'emit' | 'notices' | 'fromFile'
>

/** Makes the stand of one conversation. */
export function createConversationReplay(
  conversationId: string,
  first: Fixture,
  conversation: (conversationId: string) => Conversation,
  { replaySpeed, clock, replayFaults, replayAnswers, flight, queue, emit, notices, fromFile }: Options,
): ConversationReplay {
  const director = createReplayDirector({
    conversationId,
    clock,
    flight,
    fixture: () => source.fixture(),
    conversation: () => conversation(conversationId),
    async restart(fromTurn) {
      await conversation(conversationId).stopSession('withdraw')
      await source.restart(fromTurn)
    },
    framesSent: () => source.framesSent(),
    openApprovals: () => queue.open().filter((approval) => approval.conversationId === conversationId),
    // only a run of its own, in a folder of its own, lets a recording answer
    decide: (decision) => {
      if (replayAnswers !== null) queue.decide(decision, { kind: 'recording', fixtureId: source.fixture().fixtureId })
    },
    answers: () => replayAnswers ?? (isFromFile() ? 'sealed' : 'user'),
    usualSpeed: replaySpeed,
    onProgress(progress) {
      if (progress.phase === 'watching') notices.clear('recording-opened', conversationId)
      emit('replay.progress', { conversationId, ...progress })
    },
  })
  const source = createReplaySource(first, replaySpeed, clock, replayFaults, director)
  let wanted = false
  const isFromFile = (): boolean => fromFile(source.fixture()) || fromFile(source.spoken())

  function choose(fixture: Fixture): Promise<void> {
    director.changed()
    return source.choose(fixture)
  }

  return {
    ...source,
    director,
    isFromFile,
    choose,
    take(fixture) {
      wanted = true
      return choose(fixture)
    },
    credentials: ({ present, key, next }) => ({
      present: () => !wanted && present(),
      key: () => (wanted ? null : key()),
      next: () => (wanted ? Promise.resolve(null) : next()),
    }),
    close() {
      director.close()
      return source.close()
    },
  }
}
