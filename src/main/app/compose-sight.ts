import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import { liveCapabilities } from '../models/live/capabilities'
import type { Platform } from '../platform/platform'
import { createSight, type Sight } from '../sight/sight-controller'
import type { Foundation } from './open-foundation'

/** What sight takes beside the foundation. */
export interface ComposeSightOptions {
  readonly platform: Platform
  readonly clock: Clock
  readonly newId: NewId
  readonly registry: ConversationRegistry
}

/** Creates sight, which follows the conversation that it is shown in. */
export function composeSight(
  { emit, eventBus, settings, report }: Foundation,
  { platform, clock, newId, registry }: ComposeSightOptions,
): Sight {
  const sight = createSight({
    ...{ clock, newId, emit, platform },
    conversations: {
      currentId: () => registry.current().conversationId,
      connect: (id) => registry.get(id).connect(),
      show: (id, shown) => registry.get(id).show(shown),
      isConnected: (id) => registry.get(id).status().session.phase === 'ready',
    },
    settings: settings.current,
    takesVideo: () => liveCapabilities(settings.current().model, settings.current().liveModels).video,
    onEffect: () => undefined,
    report: report('screens not listed'),
  })
  eventBus.listen({
    'conversation.status': sight.follow,
    'conversation.list': ({ currentConversationId }) => sight.currentChanged(currentConversationId),
  })
  return sight
}

/** Sends typed text after what the user sees. */
export function wordsWithSight(registry: ConversationRegistry, sight: Pick<Sight, 'beforeWords'>): ConversationRegistry {
  return {
    ...registry,
    async sendText(conversationId, text, attachmentIds) {
      await sight.beforeWords(conversationId)
      await registry.sendText(conversationId, text, attachmentIds)
    },
  }
}
