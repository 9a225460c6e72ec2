import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { JsonObject } from '../../shared/lib/json'
import type { Chunk } from '../../shared/protocol/chunks'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import type { GatewayContext } from './gateway-context'

/** What a client sees of results: one without access to the user's data learns that a call ended, but not its result. */
export interface ShownResults {
  /** A chunk as the client may see it; null if it is hidden. */
  chunk(chunk: Chunk): Chunk | null
  /** The same for a stored message. */
  message(message: UIMessage): UIMessage
}

const NOTE = 'This client may not read data. Allow it in Parley, under Other programs.'
const WITHHELD: JsonObject = { status: 'withheld', note: NOTE }

/** Decides by the client's scopes and by the scope that each tool's results require. */
export function createShownResults(
  { toolBox, registry }: Pick<GatewayContext, 'toolBox' | 'registry'>,
  client: Pick<GatewayClient, 'scopes'>,
  conversationId: string,
): ShownResults {
  const readsData = client.scopes.includes('data')
  const isHidden = (toolName: string): boolean => !readsData && toolBox.find(toolName)?.resultScope === 'data'
  /** call → whether its result is hidden */
  const known = new Map<string, boolean>()

  /** A call older than this client's connection is in the stored thread; one that is not stored stays hidden. */
  function hidesCall(toolCallId: string): boolean {
    if (readsData) return false
    const found = known.get(toolCallId)
    if (found !== undefined) return found
    const parts = registry
      .get(conversationId)
      .messages()
      .flatMap((message) => message.parts)
    const toolName = parts.flatMap((part) => (part.type === 'dynamic-tool' && part.toolCallId === toolCallId ? [part.toolName] : []))[0]
    const hidden = toolName === undefined || isHidden(toolName)
    known.set(toolCallId, hidden)
    return hidden
  }

  function shownPart(part: UIPart): readonly UIPart[] {
    if (part.type === 'data-artifact') return readsData ? [part] : []
    if (part.type !== 'dynamic-tool' || !isHidden(part.toolName)) return [part]
    if (part.state === 'output-available') return [{ ...part, output: WITHHELD }]
    if (part.state !== 'output-error') return [part]
    const { toolMetadata: _, ...shown } = part
    return [{ ...shown, errorText: NOTE }]
  }

  return {
    chunk(chunk) {
      switch (chunk.type) {
        case 'tool-input-start':
        case 'tool-input-available':
          known.set(chunk.toolCallId, isHidden(chunk.toolName))
          return chunk
        case 'tool-output-available':
          return hidesCall(chunk.toolCallId) ? { ...chunk, output: WITHHELD } : chunk
        case 'tool-output-error':
          return { type: chunk.type, toolCallId: chunk.toolCallId, errorText: hidesCall(chunk.toolCallId) ? NOTE : chunk.errorText }
        case 'data-artifact':
          return readsData ? chunk : null
        default:
          return chunk
      }
    },
    message: (message) => (readsData ? message : { ...message, parts: message.parts.flatMap(shownPart) }),
  }
}
