import { countingIds } from '../../src/shared/lib/ids'
import type { JsonValue } from '../../src/shared/lib/json'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import type { CallOutcome, ConverterInput } from '../../src/shared/protocol/converter-input'
import type { ClientAnswer } from '../../src/shared/protocol/dialects/client-answer'
import { createConverter } from '../../src/shared/protocol/from-gemini'

/** A tool of a conversation with a client. */
export interface ScriptedTool {
  readonly runsOn: 'server' | 'client'
  readonly asks: boolean
  readonly output?: JsonValue
}

/** One call of the model: its chunks of streamed `generateContent`. */
export type ModelCall = readonly object[]

export const says = (text: string): ModelCall => [
  { candidates: [{ content: { role: 'model', parts: [{ text }] } }] },
  { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }] },
]
export const calls = (...named: readonly (readonly [name: string, args: object])[]): ModelCall => [
  {
    candidates: [
      {
        content: { role: 'model', parts: named.map(([name, args]) => ({ functionCall: { name, args }, thoughtSignature: `sig-${name}` })) },
        finishReason: 'STOP',
      },
    ],
  },
]

/** The server's side of a conversation: the real converter, a scripted model, tools that run at once. */
export class OutsideConversation {
  readonly #converter = createConverter({ newId: countingIds() })
  readonly #model: Iterator<ModelCall>
  readonly #tools: { readonly [name: string]: ScriptedTool }
  readonly #tell: (placed: PlacedChunk) => void
  readonly #asked = new Set<string>()
  readonly runs: string[] = []

  constructor(tools: { readonly [name: string]: ScriptedTool }, model: readonly ModelCall[], tell: (placed: PlacedChunk) => void) {
    this.#tools = tools
    this.#model = model[Symbol.iterator]()
    this.#tell = tell
  }

  /** The user says something: the model answers until it waits for a result or an approval. */
  ask(text: string): void {
    this.#push({ type: 'user-text', text })
    this.#think()
  }

  /**
   * Takes answers, runs allowed calls, and lets the model continue once none are open. Returns the calls that got a
   * yes.
   */
  answer(answers: readonly ClientAnswer[]): readonly string[] {
    const approved: string[] = []
    for (const answer of answers) {
      const { toolCallId } = answer
      if (answer.kind === 'approval' && answer.approved) {
        approved.push(toolCallId)
        if (this.#toolOf(toolCallId)?.runsOn === 'server') this.#run(toolCallId)
      } else this.#settle(toolCallId, outcomeOf(answer))
    }
    if (this.#converter.calls().length === 0) this.#think()
    else this.#push({ type: 'pause' })
    return approved
  }

  get openMessageId(): string | undefined {
    return this.#converter.calls()[0]?.messageId
  }

  #think(): void {
    const next = this.#model.next()
    if (next.done === true) return
    for (const chunk of next.value) this.#push({ type: 'text', chunk })
    const open = this.#converter.calls()
    for (const { toolCallId, name } of open) {
      const tool = this.#tools[name]
      if (tool?.asks === true && !this.#asked.has(toolCallId)) {
        this.#asked.add(toolCallId)
        this.#push({ type: 'approval-requested', toolCallId, approvalId: `ask-${toolCallId}` })
      } else if (tool?.runsOn === 'server') this.#run(toolCallId)
    }
    if (this.#converter.calls().length > 0) this.#push({ type: 'pause' })
    else if (open.length > 0) this.#think()
    else this.#push({ type: 'end' })
  }

  #run(toolCallId: string): void {
    const name = this.#converter.calls().find((call) => call.toolCallId === toolCallId)?.name ?? ''
    this.runs.push(name)
    this.#settle(toolCallId, { kind: 'result', output: this.#tools[name]?.output ?? null })
  }

  #toolOf(toolCallId: string): ScriptedTool | undefined {
    return this.#tools[this.#converter.calls().find((call) => call.toolCallId === toolCallId)?.name ?? '']
  }

  #settle(toolCallId: string, outcome: CallOutcome): void {
    this.#push({ type: 'call-settled', toolCallId, outcome })
  }

  #push(input: ConverterInput): void {
    for (const placed of this.#converter.push(input)) this.#tell(placed)
  }
}

function outcomeOf(answer: ClientAnswer): CallOutcome {
  switch (answer.kind) {
    case 'output':
      return { kind: 'result', output: answer.output }
    case 'failed':
      return { kind: 'error', errorText: answer.errorText }
    case 'cancelled':
      return { kind: 'withdrawn', reason: 'The client took it back.' }
    case 'approval':
      return { kind: 'denied' }
  }
}
