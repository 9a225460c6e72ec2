import type { NewId } from '../../lib/ids'
import type { JsonObject, JsonValue } from '../../lib/json'
import { RecentMap } from '../../lib/recent-map'
import { failure, type Result, success } from '../../lib/result'
import { messageOf } from '../../messages/message'
import { CONFIRMATION_TOOL } from '../adk-confirmations'
import type { Chunk, PlacedChunk } from '../chunks'
import { confirmedOf } from '../confirmed'
import { errorChunk } from '../settlement'
import { type OpenApproval, OpenApprovals } from './open-approvals'

/** How many calls of one step are remembered: a log may have a step without end. */
const MOST_CALLS = 1000

/**
 * How an approval is requested: as `tool-approval-request`, or in ADK's form, by a further call after the call it is
 * about.
 */
export type ConfirmationForm = 'standard' | 'adk'

/** An answer as a client sends it: to an approval, or as the output of a call. */
export type ConfirmationAnswer =
  | { readonly kind: 'approval'; readonly id: string; readonly approved: unknown; readonly reason?: unknown }
  | { readonly kind: 'output'; readonly toolCallId: string; readonly output: unknown }

/** The meaning of an answer in either form. */
export interface TakenAnswer {
  readonly approvalId: string
  readonly toolCallId: string
  readonly approved: boolean
  readonly reason: string | null
}

/** Requests approvals in one of the two forms, and accepts answers in both. */
export interface Confirmation {
  push(placed: PlacedChunk): readonly PlacedChunk[]
  /**
   * Takes an answer for the id of the approval, of the confirmation or of the call itself. The first one counts; only the
   * boolean true approves. Failures: `unknown-question` (never requested, or settled), `answered`, `no-answer` (an output
   * of a call that was not approved).
   */
  answer(given: ConfirmationAnswer): Result<TakenAnswer>
  /** The open approvals. Settled ones are forgotten. */
  open(): readonly OpenApproval[]
}

export interface ConfirmationSetup {
  readonly form: ConfirmationForm
  readonly newId: NewId
  /** The question that the user reads about a call of this tool. */
  readonly hint?: (toolName: string, input: JsonValue) => string | undefined
}

/** A confirmation stage for one conversation, between the converter and a dialect. */
export function createConfirmation({ form, newId, hint = () => undefined }: ConfirmationSetup): Confirmation {
  const questions = new OpenApprovals()
  /** Calls of open steps, by message: any of them may need an approval. */
  const calls = new Map<string, RecentMap<KnownCall>>()
  /** Results in the step of their call: no call may follow them there, so they wait for the last approval request. */
  const results = new Map<string, Chunk[]>()

  function ask(messageId: string, chunk: Extract<Chunk, { readonly type: 'tool-approval-request' }>): readonly Chunk[] {
    const call = calls.get(messageId)?.get(chunk.toolCallId)
    if (call === undefined) return [chunk]
    const { toolCallId, approvalId } = chunk
    const confirmationId = form === 'adk' ? unusedId() : null
    questions.add({ messageId, toolCallId, ...call, approvalId, confirmationId, answer: null })
    if (confirmationId === null) return [chunk]
    const place = { toolCallId: confirmationId, toolName: CONFIRMATION_TOOL, dynamic: true } as const
    const input: JsonObject = {
      originalFunctionCall: { id: toolCallId, name: call.toolName, args: call.input },
      toolConfirmation: { hint: hint(call.toolName, call.input) ?? `May ${call.toolName} run?`, confirmed: false },
    }
    return [
      { type: 'tool-input-start', ...place },
      { type: 'tool-input-available', ...place, input },
    ]
  }

  function unusedId(): string {
    let id = newId('adk')
    while (questions.find(id) !== undefined) id = newId('adk')
    return id
  }

  function settle(chunk: Settlement): readonly Chunk[] {
    const question = questions.remove(chunk.toolCallId)
    if (question === undefined || question.confirmationId === null) return [chunk]
    return [confirmationEnd(question.confirmationId, question, chunk), chunk.type === 'tool-output-denied' ? refusal(question) : chunk]
  }

  function forget(messageId: string): void {
    for (const question of questions.list()) if (question.messageId === messageId) questions.remove(question.toolCallId)
  }

  /** A result in the step of its call waits for the end of the step, if a confirmation call may still follow there. */
  function result(messageId: string, chunk: Settlement): readonly Chunk[] {
    const settled = settle(chunk)
    if (form === 'standard' || calls.get(messageId)?.has(chunk.toolCallId) !== true) return settled
    results.set(messageId, [...(results.get(messageId) ?? []), ...settled])
    return []
  }

  function endStep(messageId: string): readonly Chunk[] {
    const waiting = results.get(messageId) ?? []
    results.delete(messageId)
    calls.delete(messageId)
    return waiting
  }

  function reform(messageId: string, chunk: Chunk): readonly Chunk[] {
    switch (chunk.type) {
      case 'tool-input-available': {
        const known = calls.get(messageId) ?? new RecentMap<KnownCall>(MOST_CALLS)
        known.set(chunk.toolCallId, { toolName: chunk.toolName, input: chunk.input })
        calls.set(messageId, known)
        return [chunk]
      }
      case 'tool-approval-request':
        return ask(messageId, chunk)
      case 'tool-output-available':
      case 'tool-output-error':
      case 'tool-output-denied':
        return result(messageId, chunk)
      case 'finish-step':
      case 'error':
      case 'abort':
        return [...endStep(messageId), chunk]
      case 'finish': {
        const waiting = endStep(messageId)
        if (chunk.finishReason !== 'tool-calls') forget(messageId)
        return [...waiting, chunk]
      }
      default:
        return [chunk]
    }
  }

  function decide(question: OpenApproval, approved: boolean, reason: unknown): Result<TakenAnswer> {
    if (question.answer !== null) return failure('answered', 'This question is answered already: the first answer counts.')
    const words = typeof reason === 'string' ? reason : null
    questions.answer(question, approved, words)
    return success({ approvalId: question.approvalId, toolCallId: question.toolCallId, approved, reason: words })
  }

  return {
    push: (placed) => reform(placed.messageId, placed.chunk).map((chunk) => (chunk === placed.chunk ? placed : { ...placed, chunk })),
    answer(given) {
      const id = given.kind === 'approval' ? given.id : given.toolCallId
      const question = questions.find(id)
      if (question === undefined) return failure('unknown-question', 'Nobody is asked about this, or no longer.')
      if (given.kind === 'approval') return decide(question, given.approved === true, given.reason)
      const confirmed = confirmedOf(given.output)
      if (id === question.toolCallId && confirmed === undefined)
        return failure('no-answer', 'This call has an output, but nobody has allowed it to run.')
      return decide(question, confirmed === true, undefined)
    },
    open: () => questions.list(),
  }
}

interface KnownCall {
  readonly toolName: string
  readonly input: JsonValue
}

type Settlement = Extract<Chunk, { readonly type: 'tool-output-available' | 'tool-output-error' | 'tool-output-denied' }>

/** How the confirmation call ends: with the answer, or, if the call is withdrawn without one, with that. */
function confirmationEnd(toolCallId: string, { answer }: OpenApproval, settlement: Settlement): Chunk {
  if (settlement.type === 'tool-output-error' && answer === null) return { ...settlement, toolCallId }
  const confirmed = settlement.type === 'tool-output-available' || (settlement.type === 'tool-output-error' && answer?.approved === true)
  return { type: 'tool-output-available', toolCallId, output: { confirmed } }
}

// a denied call needs an approval request in its own part; here the confirmation is another call
function refusal({ toolCallId, answer }: OpenApproval): Chunk {
  const reason = answer === null ? messageOf('no-answer-in-time') : (answer.reason ?? messageOf('not-allowed'))
  return errorChunk(toolCallId, messageOf('denied', { reason }))
}
