import type { CallWriter } from './call-writer'
import type { Outbox } from './chunk-outbox'
import { isConfirmed } from './confirmed'
import { type Fields, fieldsOf, nameOf } from './gemini'
import type { GeminiPart } from './gemini-part'
import type { OpenCall } from './open-call'

/** ADK's tool for confirmations: a call of it wraps the call that waits. */
export const CONFIRMATION_TOOL = 'adk_request_confirmation'

type Call = GeminiPart & { readonly kind: 'call' }
type Response = GeminiPart & { readonly kind: 'response' }

/** A log may contain questions that nobody answers: the oldest are dropped. */
const MOST_OPEN = 1000

interface Question {
  readonly toolCallId: string
  /** ADK's id of the question; the answer carries it. A question that is asked again has several. */
  readonly confirmationId: string
}

/**
 * ADK's confirmation questions. The confirmation call does not become a call: it becomes the approval request of the
 * call it wraps. Only the boolean true approves; an approved call gets its result later, a declined one is denied at
 * once.
 */
export class AdkConfirmations {
  readonly #calls: CallWriter
  readonly #outbox: Outbox
  #open: readonly Question[] = []

  constructor(calls: CallWriter, outbox: Outbox) {
    this.#calls = calls
    this.#outbox = outbox
  }

  /** True while the user has not answered about this call. */
  isOpen(toolCallId: string): boolean {
    return this.#open.some((question) => question.toolCallId === toolCallId)
  }

  ask(confirmation: Call): void {
    const named = this.#named(wrappedCall(confirmation.input))
    const call = named.find(({ toolCallId }) => !this.isOpen(toolCallId))
    const [asked] = named
    if (asked === undefined) this.#outbox.passBy('unknown-call')
    else if (call !== undefined) this.#calls.ask(call.toolCallId, this.#opened(call, confirmation))
    else if (this.#open.some(({ confirmationId }) => confirmationId === confirmation.modelCallId)) this.#outbox.passBy('late-question')
    // an agent that runs again asks again: the same question under another id
    else this.#opened(asked, confirmation)
  }

  answer(response: Response): void {
    const found = response.modelCallId === null ? 0 : this.#open.findIndex(({ confirmationId }) => confirmationId === response.modelCallId)
    const question = this.#open[found]
    if (question === undefined) {
      this.#outbox.passBy('late-answer')
      return
    }
    this.#open = this.#open.filter(({ toolCallId }) => toolCallId !== question.toolCallId)
    this.#calls.resume(question.toolCallId)
    if (isConfirmed(response.response)) this.#calls.approved(question.toolCallId)
    else this.#calls.settle(question.toolCallId, { kind: 'denied' })
  }

  #opened({ toolCallId }: OpenCall, { modelCallId }: Call): string {
    const confirmationId = modelCallId ?? `${CONFIRMATION_TOOL}-${toolCallId}`
    this.#open = [...this.#open, { toolCallId, confirmationId }].slice(-MOST_OPEN)
    return confirmationId
  }

  // several calls may have the wrapped id or name: each question gets one without a question
  #named(original: Fields): readonly OpenCall[] {
    const id = nameOf(original, 'id')
    const name = nameOf(original, 'name')
    return id === undefined ? this.#calls.list().filter((call) => call.name === name) : this.#calls.withModelId(id)
  }
}

function wrappedCall(args: Fields): Fields {
  return fieldsOf(args, 'originalFunctionCall') ?? {}
}
