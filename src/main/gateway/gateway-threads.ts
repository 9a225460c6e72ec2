import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import { addToLog } from '../lib/log/log-context'
import type { ClientThreadKind, ReceivedMessages } from '../storage/database/gateway-tables'
import type { Store } from '../storage/database/store'
import type { GatewayLimits } from './gateway-limits'
import { HttpProblem } from './routes'

/** Which conversation a client means. One client never finds the conversations of another, nor those of the user. */
export interface GatewayThreads {
  find(client: GatewayClient, kind: ClientThreadKind, outsideId: string): string | null
  /** Whether the client has an id for this conversation. */
  knows(client: GatewayClient, conversationId: string): boolean
  /** Finds the conversation, or creates it. */
  open(client: GatewayClient, kind: ClientThreadKind, outsideId: string): string
  /** What the client received of this conversation; null if that is not known. */
  received(client: GatewayClient, conversationId: string): ReceivedMessages | null
  setReceived(client: GatewayClient, conversationId: string, received: ReceivedMessages): void
  /** Binds a further id to a conversation, until `expiresAt`; null: for good. */
  bind(client: GatewayClient, kind: ClientThreadKind, outsideId: string, conversationId: string, expiresAt: number | null): void
}

export function createGatewayThreads(
  { gatewayThreads }: Pick<Store, 'gatewayThreads'>,
  registry: Pick<ConversationRegistry, 'createOutside' | 'setReplyModality'>,
  clock: Clock,
  limits: Pick<GatewayLimits, 'conversations'>,
): GatewayThreads {
  function find(client: GatewayClient, kind: ClientThreadKind, outsideId: string): string | null {
    const conversationId = gatewayThreads.find(client.clientId, kind, outsideId, clock.now())
    if (conversationId !== null) addToLog({ runId: outsideId, conversationId })
    return conversationId
  }

  return {
    find,
    knows: (client, conversationId) => gatewayThreads.knows(client.clientId, conversationId),
    open(client, kind, outsideId) {
      const known = find(client, kind, outsideId)
      if (known !== null) return known
      if (gatewayThreads.conversationsOf(client.clientId) >= limits.conversations)
        throw new HttpProblem(
          429,
          'too-many-conversations',
          `This client has ${limits.conversations} conversations in Parley, and that is the most. Delete some of them in Parley.`,
        )
      const { conversationId } = registry.createOutside()
      // a chat is answered in writing where there is a text model to answer, a live client by the voice
      registry.setReplyModality(conversationId, kind === 'live' ? 'voice' : 'text')
      gatewayThreads.save(client.clientId, kind, outsideId, conversationId, null)
      addToLog({ runId: outsideId, conversationId })
      return conversationId
    },
    received: (client, conversationId) => gatewayThreads.received(client.clientId, conversationId),
    setReceived: (client, conversationId, received) => gatewayThreads.setReceived(client.clientId, conversationId, received),
    bind(client, kind, outsideId, conversationId, expiresAt) {
      gatewayThreads.removeExpired(clock.now())
      addToLog({ runId: outsideId, conversationId })
      gatewayThreads.save(client.clientId, kind, outsideId, conversationId, expiresAt)
    },
  }
}
