import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { SightView } from '../../shared/sight/sight-calls'
import type { SightEffect } from '../../shared/sight/sight-machine'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import { createAppTalk } from '../conversations/push-to-talk/app-talk'
import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import { liveCapabilities } from '../models/live/capabilities'
import type { Platform } from '../platform/platform'
import { lookTarget } from '../sight/look-target'
import { recordSight } from '../sight/sight-audit'
import { createSight, type Sight } from '../sight/sight-controller'
import { createSightHandlers, type SightHandlers } from '../sight/sight-handlers'
import { speechWithSight } from '../sight/speech-with-sight'
import { createSpokenStop } from '../sight/spoken-stop'
import type { ToolGate } from '../tool-calls/tool-pipeline'
import type { LookRequests } from '../tool-calls/tools/look'
import type { Foundation } from './open-foundation'

/** What sight takes beside the foundation. */
export interface ComposeSightOptions {
  readonly platform: Platform
  readonly clock: Clock
  readonly newId: NewId
  readonly registry: ConversationRegistry
  readonly gate: Pick<ToolGate, 'audit' | 'durably' | 'seen'>
  readonly look: LookRequests
}

/** What the user says, after what they show meanwhile. */
export interface ComposedSight {
  readonly talk: TalkController
  /** the conversations, where typed text follows what the user shows */
  readonly words: ConversationRegistry
  readonly sightHandlers: SightHandlers
  readonly sight: Sight
}

/** Composes sight, and the user's words with it; nothing is shown. */
export function composeSight(foundation: Foundation, options: ComposeSightOptions): ComposedSight {
  const { emit, settings, report } = foundation
  const { platform, clock, newId, registry, look } = options
  const sight = openSight(foundation, options)
  look.answeredBy(lookTarget({ sight, hasSources: platform.desktop?.sight != null, currentId: () => registry.current().conversationId }))
  const talk = createAppTalk({ clock, newId, emit, registry: speechWithSight(registry, sight), settings: settings.current })
  return {
    talk: {
      ...talk,
      away() {
        sight.stop('away')
        talk.away()
      },
      pageOpened() {
        sight.stop('page-reloaded')
        talk.pageOpened()
      },
    },
    words: {
      ...registry,
      async sendText(conversationId, text, attachmentIds) {
        await sight.beforeWords(conversationId)
        await registry.sendText(conversationId, text, attachmentIds)
      },
    },
    sight,
    sightHandlers: createSightHandlers(sight, platform, report('screens not listed')),
  }
}

/** Creates sight, which follows the conversation that something is shown in. */
function openSight(
  { emit, eventBus, settings, log, report }: Foundation,
  { platform, clock, newId, registry, gate }: ComposeSightOptions,
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
    onChange(effect) {
      logSight(log, effect)
      gate.durably(() => recordSight(gate.audit, effect))
    },
    onSent: gate.seen.sent,
    report: report('sight failed'),
  })
  const spokenStop = createSpokenStop({
    shownIn: () => shownConversation(sight.view()),
    stop: () => sight.stop('stopped'),
  })
  eventBus.listen({
    'stream.chunk'(placed) {
      gate.seen.turn(placed.conversationId, placed.turnId)
      spokenStop(placed)
    },
    'conversation.status': sight.follow,
    'conversation.list': ({ currentConversationId }) => sight.currentChanged(currentConversationId),
  })
  return sight
}

function shownConversation(view: SightView): string | null {
  return view.phase === 'off' ? null : view.conversationId
}

function logSight(log: Foundation['log'], effect: Extract<SightEffect, { type: 'began' | 'ended' }>): void {
  const source = effect.subject.source.kind
  if (effect.type === 'began') log.info('sight began', { source })
  else log.info('sight ended', { source, reason: effect.reason, frames: effect.sent?.frames ?? 0 })
}
