import type { Conversation } from './conversation'
import type { ConversationRegistryOptions } from './conversation-registry'
import type { ReplaySource } from './replay-source'

/** Tells a conversation who answers it: the chosen model with a key, without one the recording that stands in. */
export function showSource(
  { conversation, replay }: { readonly conversation: Conversation; readonly replay: ReplaySource | null },
  { credentials, settings, replaySpeed }: Pick<ConversationRegistryOptions, 'credentials' | 'settings' | 'replaySpeed'>,
): void {
  if (credentials.present() || replay === null) return conversation.updateModel(settings().model, null)
  const { fixtureId, title, model } = replay.fixture()
  conversation.updateModel(model, { fixtureId, title, speed: replaySpeed() })
}
