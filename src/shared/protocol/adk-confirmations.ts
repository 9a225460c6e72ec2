import type { CallSide } from './call-side'
import { isConfirmed } from './confirmed'
import { type Fields, fieldsOf, nameOf } from './gemini'
import type { GeminiPart } from './gemini-part'

/** The tool with which ADK asks: a call of it wraps the call that waits. */
export const CONFIRMATION_TOOL = 'adk_request_confirmation'

type Call = GeminiPart & { readonly kind: 'call' }
type Response = GeminiPart & { readonly kind: 'response' }

interface Question {
  readonly toolCallId: string
  /** ADK's name of the question; the answer carries it. */
  readonly confirmationId: string
}

/**
 * ADK's questions. The confirmation call is no call of its own here: it becomes the approval request of the call it
 * wraps. Only the boolean true approves; an approved call gets its result later, a declined one is denied at once.
 */
export class AdkConfirmations {
  readonly #calls: CallSide
  readonly #open: Question[] = []

  constructor(calls: CallSide) {
    this.#calls = calls
  }

  /** True while the user has not answered about this call. */
  isOpen(toolCallId: string): boolean {
    return this.#open.some((question) => question.toolCallId === toolCallId)
  }

  ask(confirmation: Call): void {
    const original = wrappedCall(confirmation.args)
    const call = this.#waiting(original)
    if (call === undefined) return
    const confirmationId = confirmation.modelCallId ?? `${CONFIRMATION_TOOL}-${call.toolCallId}`
    this.#open.push({ toolCallId: call.toolCallId, confirmationId })
    this.#calls.ask(call.toolCallId, confirmationId)
  }

  answer(response: Response): void {
    const found = response.modelCallId === null ? 0 : this.#open.findIndex(({ confirmationId }) => confirmationId === response.modelCallId)
    const question = this.#open[found]
    if (question === undefined) return
    this.#open.splice(found, 1)
    if (!isConfirmed(response.response)) this.#calls.settle(question.toolCallId, { kind: 'denied' })
  }

  // several calls may carry the wrapped id or name: each question takes one that has none yet
  #waiting(original: Fields): { readonly toolCallId: string } | undefined {
    const id = nameOf(original, 'id')
    const name = nameOf(original, 'name')
    const open = id === undefined ? this.#calls.list().filter((call) => call.name === name) : this.#calls.withModelId(id)
    return open.find((call) => !this.isOpen(call.toolCallId))
  }
}

function wrappedCall(args: Fields): Fields {
  return fieldsOf(args, 'originalFunctionCall') ?? {}
}
