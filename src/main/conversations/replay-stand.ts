import type { Fixture } from '../../shared/fixtures/fixture'
import { createReplayDirector, type ReplayDirector } from '../replay/replay-director'
import type { ConversationRegistryOptions } from './conversation-registry-options'
import type { Conversation } from './conversation-types'
import { createReplaySource, type ReplaySource } from './replay-source'

/** A recording that stands in for Gemini, and who plays it. */
export interface ReplayStand extends ReplaySource {
  readonly director: ReplayDirector
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
  return {
    ...source,
    director,
    choose(fixture) {
      director.changed()
      return source.choose(fixture)
    },
    close() {
      director.close()
      return source.close()
    },
  }
}
