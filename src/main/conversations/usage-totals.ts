import type { JsonObject } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'
import { z } from '../../shared/lib/zod'
import { type AnswerCost, answerCost, answerCostOf, type CostEstimate, sumCosts } from '../../shared/usage/prices'
import { addUsage, noTokens, type TokenUsage, tokenUsageOf } from '../../shared/usage/token-usage'
import type { MessageMetadata } from '../storage/database/message-table'

const countedSchema = z.object({ usageMetadata: z.object({}) })

/** Usage of one answer; `cost` is null for answers stored before costs were recorded. */
interface CountedAnswer {
  readonly usage: TokenUsage
  readonly cost: AnswerCost | null
}

/** Counts that arrived after the end of an answer, as they belong into its metadata: what it took altogether, and cost. */
export interface LateCounts {
  readonly turnId: string
  readonly messageId: string
  readonly metadata: JsonObject
}

/** The tokens of one conversation: the sum over its answers, because each answer is charged with everything read for it. */
export interface UsageTotals {
  /** Tokens of all answers together; null before any were counted. */
  total(): TokenUsage | null
  /**
   * What they cost: each answer as it was fixed when it was given. What an answer without a stored cost did cost is unknown: its
   * model and the prices of its day are not known any more. Null where no prices are known.
   */
  cost(): CostEstimate | null
  /** An answer of this model is over; its metadata may say what it took. Returns whether the total changed. */
  finished(answer: { readonly turnId: string; readonly messageId: string }, metadata: JsonObject | undefined, model: string): boolean
  /** A speech model was asked to read an answer aloud, in this turn: `took` is what the requests of that turn took so far. Returns whether the total changed. */
  readAloud(turnId: string, model: string, took: TokenUsage): boolean
  /** A server message arrived: its counts may belong to the answer that just ended. Returns those that changed it, else null. */
  received(frame: unknown): LateCounts | null
}

/** The counts of so many answers may still change. Of the earlier ones only the sum is in memory. */
const OPEN_ANSWERS = 64

/** Creates totals from the stored answers. `usageOf` returns counts that arrived after the end of an answer. */
export function createUsageTotals(messages: readonly MessageMetadata[], usageOf: (messageId: string) => JsonObject | null): UsageTotals {
  const counted = new Map<string, CountedAnswer>()
  let earlier: { readonly usage: TokenUsage; readonly cost: CostEstimate | null } | null = null
  let last: { readonly turnId: string; readonly messageId: string; readonly model: string } | null = null
  for (const { id, metadata } of messages) enter(id, fromMetadata(metadata))

  function enter(messageId: string, answer: CountedAnswer | null): boolean {
    const before = counted.get(messageId)
    if (answer === null || (before !== undefined && JSON.stringify(answer) === JSON.stringify(before))) return false
    counted.set(messageId, answer)
    const [oldest] = counted
    if (counted.size > OPEN_ANSWERS && oldest !== undefined) close(...oldest)
    return true
  }

  function close(messageId: string, { usage, cost }: CountedAnswer): void {
    counted.delete(messageId)
    const ofAnswer = cost === null ? null : fixed(cost)
    earlier =
      earlier === null ? { usage, cost: ofAnswer } : { usage: addUsage(earlier.usage, usage), cost: sumCosts([earlier.cost, ofAnswer]) }
  }

  /** Counts that came late belong to the model that gave the answer. */
  function enterLate({ turnId, messageId, model }: NonNullable<typeof last>): LateCounts | null {
    const counts = usageOf(messageId)
    const usage = tokenUsageOf(counts)
    if (counts === null || usage === null) return null
    const cost = answerCost(model, usage)
    return enter(messageId, { usage, cost }) ? { turnId, messageId, metadata: { usage: counts, cost: { ...cost } } } : null
  }

  return {
    total: () => (counted.size === 0 ? null : [...counted.values()].map(({ usage }) => usage).reduce(addUsage, earlier?.usage ?? noTokens)),
    cost() {
      const costs = [...counted.values()].map(({ cost }) => (cost === null ? null : fixed(cost)))
      return sumCosts(earlier === null ? costs : [earlier.cost, ...costs])
    },
    finished(answer, metadata, model) {
      last = { ...answer, model }
      return enter(answer.messageId, fromMetadata(metadata))
    },
    readAloud: (turnId, model, took) => enter(turnId, { usage: took, cost: answerCost(model, took) }),
    received: (frame) => (last !== null && countedSchema.safeParse(frame).success ? enterLate(last) : null),
  }
}

function fixed({ amount, pricesOf }: AnswerCost): CostEstimate | null {
  return amount === null || pricesOf === null ? null : { dollars: amount, pricesOf }
}

function fromMetadata(metadata: MessageMetadata['metadata']): CountedAnswer | null {
  // a conversation may have thousands of messages: only those with counts are parsed
  if (metadata?.usage === undefined) return null
  const usage = tokenUsageOf(isJsonObject(metadata.usage) ? metadata.usage : null)
  return usage === null ? null : { usage, cost: answerCostOf(metadata.cost) }
}
