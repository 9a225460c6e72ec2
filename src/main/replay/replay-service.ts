import { CallError } from '../../shared/ipc/router'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import type { CreateStandIn } from '../conversations/stand-in'
import type { Replays } from '../tool-calls/recorded-calls'
import { type ConversationReplay, type ConversationReplayOptions, createConversationReplay } from './conversation-replay'
import type { ReplayDirector } from './replay-director'
import type { FaultName } from './simulator/faults/catalogue'

/** The recordings that stand in for Gemini in the open conversations. */
export interface ReplayService extends Replays {
  readonly createStandIn: CreateStandIn
  /** The replay of an open conversation; null where the conversation is not open or no recording can stand in. */
  of(conversationId: string): ConversationReplay | null
}

/** Creates the service; nothing is replayed before a conversation is opened. */
export function createReplayService(options: ConversationReplayOptions): ReplayService {
  const replays = new Map<string, ConversationReplay>()

  function answering(conversationId: string): ConversationReplay | null {
    const replay = replays.get(conversationId)
    return replay?.answers() === true ? replay : null
  }

  return {
    createStandIn(conversationId, conversation) {
      const [first] = options.fixtures
      if (first === undefined) return null
      const replay = createConversationReplay(conversationId, first, conversation, options)
      const standIn: ConversationReplay = {
        ...replay,
        dispose() {
          if (replays.get(conversationId) === standIn) replays.delete(conversationId)
          return replay.dispose()
        },
      }
      replays.set(conversationId, standIn)
      return standIn
    },
    of: (conversationId) => replays.get(conversationId) ?? null,
    recorded: ({ conversationId, toolName, input }) => answering(conversationId)?.director.recorded(toolName, input) ?? null,
    played({ conversationId, toolName, input }) {
      const replay = answering(conversationId)
      const played = replay?.director.played(toolName, input) ?? null
      return replay === null || played === null ? null : { ...played, fixtureId: replay.fixture().fixtureId }
    },
    isFromFile: (conversationId) => answering(conversationId)?.isFromFile() === true,
  }
}

/** What the user does with the recordings that answer. */
export interface ReplayControls {
  /** From now on this recording answers in the conversation. Throws `CallError` if there is no such recording. */
  choose(conversationId: string, fixtureId: string): Promise<void>
  /** The director of the recording that answers. Throws `CallError` if no recording does. */
  director(conversationId: string): ReplayDirector
  /** Restarts the recording that answers with this fault; null: without one. Throws `CallError` if no recording answers. */
  misbehave(conversationId: string, fault: FaultName | null): Promise<void>
}

/** Creates the controls; they open the conversation that they are used on. */
export function createReplayControls(
  replays: Pick<ReplayService, 'of'>,
  registry: Pick<ConversationRegistry, 'get' | 'inTurn' | 'showSource'>,
  { fixtures }: Pick<ConversationReplayOptions, 'fixtures'>,
): ReplayControls {
  function answering(conversationId: string): ConversationReplay {
    registry.get(conversationId)
    const replay = replays.of(conversationId)
    if (replay?.answers() === true) return replay
    throw new CallError('replay-off', 'No recording answers here: Gemini itself does.')
  }

  return {
    async choose(conversationId, fixtureId) {
      const fixture = fixtures.find((candidate) => candidate.fixtureId === fixtureId)
      if (fixture === undefined) throw new CallError('fixture-unknown', 'This recording does not exist any more. Choose another one.')
      await registry.inTurn(conversationId, async () => {
        await registry.get(conversationId).stopSession('withdraw')
        await replays.of(conversationId)?.take(fixture)
        registry.showSource(conversationId)
      })
    },
    director: (conversationId) => answering(conversationId).director,
    misbehave: (conversationId, fault) =>
      registry.inTurn(conversationId, async () => {
        const replay = answering(conversationId)
        await registry.get(conversationId).stopSession('withdraw')
        await replay.misbehave(fault)
        registry.showSource(conversationId)
      }),
  }
}
