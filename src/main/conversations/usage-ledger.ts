import type { JsonObject } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { addUsage, noTokens, type TokenUsage, tokenUsageOf } from '../../shared/usage/token-usage'

const usageSchema = z.object({ usage: z.record(z.string(), z.json()) })
const countedSchema = z.object({ usageMetadata: z.object({}) })

/** The tokens of one conversation: the sum over its answers, as each answer is charged with all that was read for it. */
export interface UsageLedger {
  /** Tokens of all answers together, or null while none was counted. */
  total(): TokenUsage | null
  /** An answer is over; its metadata may say what it took. Returns whether the total changed. */
  finished(messageId: string, metadata: JsonObject | undefined): boolean
  /** A server message came: what it counts may belong to the answer that was over just before. Returns whether the total changed. */
  received(frame: unknown): boolean
}

/** A ledger that begins with what the stored answers say. `usageOf` gives the counts that came after the end of an answer. */
export function createUsageLedger(messages: readonly UIMessage[], usageOf: (messageId: string) => JsonObject | null): UsageLedger {
  const counted = new Map<string, TokenUsage>()
  let last: string | null = null
  for (const { id, metadata } of messages) enter(id, fromMetadata(metadata))

  function enter(messageId: string, usage: TokenUsage | null): boolean {
    if (usage === null || JSON.stringify(usage) === JSON.stringify(counted.get(messageId))) return false
    counted.set(messageId, usage)
    return true
  }

  return {
    total: () => (counted.size === 0 ? null : [...counted.values()].reduce(addUsage, noTokens)),
    finished(messageId, metadata) {
      last = messageId
      return enter(messageId, fromMetadata(metadata))
    },
    received: (frame) => last !== null && countedSchema.safeParse(frame).success && enter(last, tokenUsageOf(usageOf(last))),
  }
}

function fromMetadata(metadata: UIMessage['metadata']): TokenUsage | null {
  // of thousands of messages only the answers that were counted are looked at closely
  if (metadata?.usage === undefined) return null
  return tokenUsageOf(usageSchema.safeParse(metadata).data?.usage)
}
