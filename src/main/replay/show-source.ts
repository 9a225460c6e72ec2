import type { ConversationRegistryOptions } from '../conversations/conversation-registry-options'
import type { Conversation } from '../conversations/conversation-types'
import type { ModelLine } from '../conversations/model-connection'
import type { Credentials } from '../models/live/credentials'
import type { ReplaySource } from './replay-source'

/** Tells a conversation who answers it: the chosen model with a key, without one the recording that stands in. */
export function showSource(
  one: {
    readonly conversation: Conversation
    readonly replay: ReplaySource | null
    readonly line: Pick<ModelLine, 'typedWords'>
    readonly credentials: Credentials
  },
  { settings, replaySpeed }: Pick<ConversationRegistryOptions, 'settings' | 'replaySpeed'>,
): void {
  const { conversation, replay, line, credentials } = one
  if (credentials.present() || replay === null) {
    const typedWords = line.typedWords()
    const { model, textModel } = settings()
    conversation.updateModel({ spoken: model, written: textModel }, null, credentials.key() === null ? null : typedWords)
    return
  }
  const { fixtureId, title, model } = replay.fixture()
  const models = { spoken: model, written: model }
  const fault = replay.fault()
  conversation.updateModel(models, { fixtureId, title, speed: replaySpeed(), ...(fault !== null && { fault }) }, null)
}
