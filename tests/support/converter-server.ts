import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'
import { countingIds } from '../../src/shared/lib/ids'
import type { Chunk, PlacedChunk } from '../../src/shared/protocol/chunks'
import type { CallOutcome, ConverterInput } from '../../src/shared/protocol/converter-input'
import { createConverter, type OpenCall } from '../../src/shared/protocol/from-gemini'

/** Who runs a tool, and whether it needs approval. */
export type ToolKind = 'server' | 'asked' | 'client' | 'asked-client'

/**
 * The model server's frames, turn by turn; a function is called for its frames when the calls before it are settled.
 */
export type ServerScript = readonly (ConverterInput | ((settled: ReadonlyMap<string, CallOutcome['kind']>) => readonly ConverterInput[]))[]

export interface ConverterServerOptions {
  readonly script: ServerScript
  kindOf(toolName: string): ToolKind
  /** The user types; otherwise the script contains their speech. */
  readonly typed?: boolean
  /** Names of tools whose approval is withdrawn although the user says yes. */
  readonly withdrawn?: ReadonlySet<string>
}

/**
 * A server for the AI SDK's chat whose responses come from our converter: one request gets one response. Frames are read
 * until a response ends; the answers in the client's message are settled first.
 */
export class ConverterServer implements ChatTransport<UIMessage> {
  /** Everything the converter made, including the user's messages. */
  readonly output: PlacedChunk[] = []
  readonly requests: { readonly trigger: string; readonly messages: readonly UIMessage[] }[] = []
  readonly #converter = createConverter({ newId: countingIds() })
  readonly #options: ConverterServerOptions
  readonly #script: ServerScript[number][]
  readonly #known = new Set<string>()
  readonly #settled = new Map<string, CallOutcome['kind']>()
  readonly #chunks: Chunk[] = []

  constructor(options: ConverterServerOptions) {
    this.#options = options
    this.#script = [...options.script]
  }

  /** True if everything of the script was sent. */
  get isExhausted(): boolean {
    return this.#script.length === 0
  }

  /** How many responses the converter has made. */
  get responses(): number {
    return this.output.filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length
  }

  async sendMessages({
    trigger,
    messages,
  }: Parameters<ChatTransport<UIMessage>['sendMessages']>[0]): Promise<ReadableStream<UIMessageChunk>> {
    this.requests.push({ trigger, messages: structuredClone(messages) })
    for (const call of this.#converter.calls()) this.#takeAnswer(call, messages)
    const last = messages.at(-1)
    if (this.#options.typed === true && last?.role === 'user') this.#push({ type: 'user-text', text: textOf(last) })
    while (this.#responseLength() === 0 && this.#next()) this.#answerCalls()
    if (this.#responseLength() === 0) this.#push({ type: 'end' })
    const response = this.#chunks.splice(0, this.#responseLength())
    return new ReadableStream({
      start(controller) {
        for (const chunk of response) controller.enqueue(JSON.parse(JSON.stringify(chunk)))
        controller.close()
      },
    })
  }

  async reconnectToStream(): Promise<null> {
    return null
  }

  #push(input: ConverterInput): void {
    const made = this.#converter.push(input)
    this.output.push(...made)
    this.#chunks.push(...made.flatMap(({ role, chunk }) => (role === 'assistant' ? [chunk] : [])))
  }

  #next(): boolean {
    const next = this.#script.shift()
    if (next === undefined) return false
    if (typeof next === 'function') this.#script.unshift(...next(this.#settled))
    else this.#push(next)
    return true
  }

  #responseLength(): number {
    return this.#chunks.findIndex(({ type }) => type === 'finish') + 1
  }

  #settle(call: OpenCall, outcome: CallOutcome): void {
    this.#settled.set(call.modelCallId ?? call.toolCallId, outcome.kind)
    this.#push({ type: 'call-settled', toolCallId: call.toolCallId, outcome })
  }

  /** The app's handling of new calls: requests approval, runs them, or leaves them to the client. */
  #answerCalls(): void {
    const fresh = this.#converter.calls().filter(({ toolCallId }) => !this.#known.has(toolCallId))
    for (const call of fresh) {
      this.#known.add(call.toolCallId)
      const kind = this.#options.kindOf(call.name)
      if (kind === 'server') this.#settle(call, { kind: 'result', output: { of: call.name } })
      else if (kind !== 'client')
        this.#push({ type: 'approval-requested', toolCallId: call.toolCallId, approvalId: `ask-${call.toolCallId}` })
    }
    if (fresh.some(({ name }) => this.#options.kindOf(name) !== 'server')) this.#push({ type: 'pause' })
  }

  #takeAnswer(call: OpenCall, messages: readonly UIMessage[]): void {
    const parts = messages.flatMap((message) => message.parts)
    const part = parts.findLast((one) => one.type === 'dynamic-tool' && one.toolCallId === call.toolCallId)
    if (part?.type !== 'dynamic-tool') return
    if (part.state === 'output-available') this.#settle(call, { kind: 'result', output: JSON.parse(JSON.stringify(part.output ?? null)) })
    else if (part.state === 'output-error') this.#settle(call, { kind: 'error', errorText: part.errorText })
    else if (part.state === 'approval-responded') this.#decided(call, part.approval.approved, part.approval.reason)
  }

  #decided(call: OpenCall, approved: boolean, reason: string | undefined): void {
    if (!approved) this.#settle(call, reason === 'expired' ? { kind: 'expired' } : { kind: 'denied', reason: reason ?? 'no' })
    else if (this.#options.withdrawn?.has(call.name)) this.#settle(call, { kind: 'withdrawn', reason: 'The model took this call back.' })
    else if (this.#options.kindOf(call.name) === 'asked') this.#settle(call, { kind: 'result', output: { paid: true } })
  }
}

function textOf({ parts }: UIMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}
