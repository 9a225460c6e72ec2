import type { Fixture } from '../../shared/fixtures/fixture'
import type { ConversationRegistryOptions } from '../conversations/conversation-registry-options'
import type { Conversation } from '../conversations/conversation-types'
import type { Credentials } from '../models/live/credentials'
import { createReplayDirector, type ReplayDirector } from './replay-director'
import { createReplaySource, type ReplaySource } from './replay-source'

/** A recording that stands in for Gemini, and who plays it. */
export interface ReplayStand extends ReplaySource {
  readonly director: ReplayDirector
  /** The user wants this recording, whether or not there is a key. */
  take(fixture: Fixture): Promise<void>
  /** What opens this conversation's connections: nothing from the moment on that a recording was wanted. */
  credentials(usual: Credentials): Credentials
}

type Options = Pick<ConversationRegistryOptions, 'replaySpeed' | 'clock' | 'replayFaults' | 'flight' | 'queue' | 'emit'>

/** Makes the stand of one conversation. */
export function createReplayStand(
  conversationId: string,
  first: Fixture,
  conversation: (conversationId: string) => Conversation,
  { replaySpeed, clock, replayFaults, flight, queue, emit }: Options,
): ReplayStand {
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
    openQuestions: () => queue.open().filter((approval) => approval.conversationId === conversationId),
    decide: (decision) => void queue.decide(decision),
    usualSpeed: replaySpeed,
    onProgress: (progress) => emit('replay.progress', { conversationId, ...progress }),
  })
  const source = createReplaySource(first, replaySpeed, clock, replayFaults, director)
  let wanted = false

  function choose(fixture: Fixture): Promise<void> {
    director.changed()
    return source.choose(fixture)
  }

  return {
    ...source,
    director,
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
