import { RecentMap } from '../../lib/recent-map'
import { sha256Hex } from '../../lib/sha256'
import { z } from '../../lib/zod'
import type { TanstackChunk } from '../dialects/tanstack-events'
import { id, json, shapeCheck } from './shapes'

const base = { id, model: z.string(), timestamp: z.number() }
const call = { ...base, toolCallId: id, toolName: id, input: json }
const count = z.number().int().nonnegative()

const chunkFault = shapeCheck({
  content: { ...base, delta: z.string(), content: z.string(), role: z.literal('assistant') },
  thinking: { ...base, delta: z.string(), content: z.string() },
  tool_call: {
    ...base,
    index: count,
    toolCall: z.strictObject({ id, type: z.literal('function'), function: z.strictObject({ name: id, arguments: z.string() }) }),
  },
  'approval-requested': { ...call, approval: z.strictObject({ id, needsApproval: z.literal(true) }) },
  'tool-input-available': call,
  tool_result: { ...base, toolCallId: id, content: z.string() },
  done: {
    ...base,
    finishReason: z.enum(['stop', 'length', 'content_filter', 'tool_calls']).nullable(),
    usage: z.strictObject({ promptTokens: count, completionTokens: count, totalTokens: count }).optional(),
  },
  error: { ...base, error: z.strictObject({ message: z.string(), code: z.string().optional() }) },
} satisfies { readonly [Type in TanstackChunk['type']]: z.core.$ZodLooseShape })

/**
 * Reports in plain text what is wrong with the older TanStack chunks: their shape, and calls, results and ends out of
 * order.
 */
export function createTanstackLint(): { take(chunk: TanstackChunk): readonly string[]; end(): readonly string[] } {
  const called = new RecentMap<string>(100_000)
  const ended = new RecentMap<true>(100_000)

  function order(chunk: TanstackChunk): string | null {
    if (ended.has(chunk.id)) return `${chunk.type} behind the end of ${chunk.id}`
    switch (chunk.type) {
      case 'tool_call': {
        const twice = called.has(chunk.toolCall.id)
        called.set(chunk.toolCall.id, 'open')
        return twice ? `tool_call ${chunk.toolCall.id} twice` : null
      }
      case 'approval-requested':
      case 'tool-input-available':
        return called.get(chunk.toolCallId) === 'open' ? null : `${chunk.type} of ${chunk.toolCallId}, which does not wait`
      case 'tool_result': {
        const before = called.get(chunk.toolCallId)
        const contentHash = sha256Hex(chunk.content)
        called.set(chunk.toolCallId, contentHash)
        if (before === undefined) return `tool_result of ${chunk.toolCallId}, which nobody called`
        // another result replaces the call's preliminary one
        return before === contentHash ? `tool_result of ${chunk.toolCallId} twice` : null
      }
      case 'done':
      case 'error':
        ended.set(chunk.id, true)
        return null
      default:
        return null
    }
  }

  return { take: (chunk) => [chunkFault(chunk), order(chunk)].filter((fault) => fault !== null), end: () => [] }
}
