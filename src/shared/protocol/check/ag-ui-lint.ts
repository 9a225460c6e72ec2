import { z } from '../../lib/zod'
import type { AgUiEvent } from '../dialects/ag-ui-events'
import { fields, id, json, shapeCheck } from './shapes'

const metadata = fields.optional()
const count = z.number().int().nonnegative().optional()
const usage = z
  .array(
    z.strictObject({
      model: z.string().optional(),
      inputTokens: count,
      outputTokens: count,
      totalTokens: count,
      reasoningTokens: count,
      cachedInputTokens: count,
    }),
  )
  .optional()
const interrupt = z.strictObject({
  id,
  reason: z.string(),
  message: z.string(),
  toolCallId: id,
  responseSchema: fields,
  expiresAt: z.string().optional(),
  metadata: fields,
})
const outcome = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('success'), pendingToolCallIds: z.array(id).optional() }),
  z.strictObject({ type: z.literal('interrupt'), interrupts: z.array(interrupt).min(1) }),
  z.strictObject({ type: z.literal('cancelled') }),
])
const message = { messageId: id, metadata }
const content = { messageId: id, delta: z.string().min(1), metadata }
const step = { stepName: id, metadata }
const run = { threadId: id, runId: id, metadata }

const eventFault = shapeCheck({
  RUN_STARTED: { ...run, parentRunId: id.optional() },
  RUN_FINISHED: { ...run, outcome, usage },
  RUN_ERROR: { message: z.string(), code: z.string().optional(), usage, metadata },
  STEP_STARTED: step,
  STEP_FINISHED: step,
  TEXT_MESSAGE_START: { ...message, role: z.literal('assistant') },
  TEXT_MESSAGE_CONTENT: content,
  TEXT_MESSAGE_END: message,
  REASONING_START: message,
  REASONING_MESSAGE_START: { ...message, role: z.literal('reasoning') },
  REASONING_MESSAGE_CONTENT: content,
  REASONING_MESSAGE_END: message,
  REASONING_END: message,
  REASONING_ENCRYPTED_VALUE: { subtype: z.enum(['message', 'tool-call']), entityId: id, encryptedValue: id, metadata },
  TOOL_CALL_START: { toolCallId: id, toolCallName: id, parentMessageId: id, metadata },
  TOOL_CALL_ARGS: { toolCallId: id, delta: z.string(), metadata },
  TOOL_CALL_END: { toolCallId: id, metadata },
  TOOL_CALL_RESULT: { ...message, toolCallId: id, content: z.string(), role: z.literal('tool') },
  MESSAGES_SNAPSHOT: { messages: z.array(z.looseObject({ id: z.string(), role: z.string() })) },
  CUSTOM: { name: id, value: json, metadata },
} satisfies { readonly [Type in AgUiEvent['type']]: z.core.$ZodLooseShape })

const OPENERS = new Map([
  ['STEP_STARTED', 'STEP_FINISHED'],
  ['TEXT_MESSAGE_START', 'TEXT_MESSAGE_END'],
  ['REASONING_START', 'REASONING_END'],
  ['REASONING_MESSAGE_START', 'REASONING_MESSAGE_END'],
  ['TOOL_CALL_START', 'TOOL_CALL_END'],
])
const CONTENTS = new Map([
  ['TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END'],
  ['REASONING_MESSAGE_CONTENT', 'REASONING_MESSAGE_END'],
  ['TOOL_CALL_ARGS', 'TOOL_CALL_END'],
])
const CLOSERS = new Set(OPENERS.values())

/**
 * Reports in plain text what is wrong with AG-UI events: their shape, and the order required by `verifyEvents` of
 * `@ag-ui/client`.
 */
export function createAgUiLint(): { take(event: AgUiEvent): readonly string[]; end(): readonly string[] } {
  /** closing type and id of each open item */
  const open = new Set<string>()
  let running = false

  function order(event: AgUiEvent): string | null {
    if (event.type === 'RUN_STARTED') {
      const twice = running
      running = true
      return twice ? 'RUN_STARTED inside a run' : null
    }
    if (!running) return `${event.type} outside a run`
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') {
      const left = [...open]
      open.clear()
      running = false
      return left.length > 0 && event.type === 'RUN_FINISHED' ? `RUN_FINISHED before ${left.join(', ')}` : null
    }
    return nesting(event)
  }

  function nesting(event: AgUiEvent): string | null {
    const of = 'toolCallId' in event ? event.toolCallId : 'messageId' in event ? event.messageId : 'stepName' in event ? event.stepName : ''
    const closer = OPENERS.get(event.type)
    if (closer !== undefined) {
      const twice = open.has(`${closer} ${of}`)
      open.add(`${closer} ${of}`)
      return twice ? `${event.type} of ${of} twice` : null
    }
    const inside = CONTENTS.get(event.type)
    if (inside !== undefined) return open.has(`${inside} ${of}`) ? null : `${event.type} of ${of}, which is not open`
    if (CLOSERS.has(event.type)) return open.delete(`${event.type} ${of}`) ? null : `${event.type} of ${of}, which is not open`
    return null
  }

  return {
    take: (event) => [eventFault(event), order(event)].filter((fault) => fault !== null),
    end: () => (running ? ['the last run has no end'] : []),
  }
}
