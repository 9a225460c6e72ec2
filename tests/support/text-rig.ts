import { createTextAnswer } from '../../src/main/conversations/model-output'
import { systemClock } from '../../src/main/lib/system-clock'
import { createGenaiTextConnector } from '../../src/main/models/text/genai-text-connector'
import type { TextLimits } from '../../src/main/models/text/text-limits'
import type { TextSetup } from '../../src/main/models/text/text-request'
import { createTextSession, type TextSession } from '../../src/main/models/text/text-session'
import type { TextEnd } from '../../src/main/models/text/text-session-options'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import type { SessionState } from '../../src/shared/ipc/schemas'
import type { JsonObject } from '../../src/shared/lib/json'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import type { CallOutcome, ConverterInput } from '../../src/shared/protocol/converter-input'
import { foldAnswer, foldChunk, threadFromMessages } from '../../src/shared/protocol/fold'
import { createConverter } from '../../src/shared/protocol/from-gemini'
import type { OpenCall } from '../../src/shared/protocol/open-call'
import type { UIMessage } from '../../src/shared/protocol/ui-message'
import { toolResponseFor } from '../../src/shared/tools/tool-response'

/** A text session with the real client library and the simulator, and with its converter and thread. */
export interface TextRig {
  readonly server: FixtureServer
  readonly session: TextSession
  say(text: string): void
  /** Settles one of the waiting calls, the first with this name. */
  settle(name: string, outcome: CallOutcome): void
  /** Requests approval for each waiting call. */
  ask(): void
  calls(): readonly OpenCall[]
  messages(): readonly UIMessage[]
  /** The text of the last assistant message. */
  answer(): string
  readonly chunks: readonly PlacedChunk[]
  readonly states: readonly SessionState[]
  readonly ends: readonly TextEnd[]
  /** Bodies of all requests so far. */
  requests(): readonly JsonObject[]
  /** Resolves when the condition holds; checked after every event. */
  until(condition: () => boolean): Promise<void>
  close(): Promise<void>
}

export interface TextRigOptions {
  readonly fixture: Fixture
  readonly faults?: readonly (FaultName | FaultChoice)[]
  readonly messages?: readonly UIMessage[]
  readonly setup?: Partial<TextSetup>
  readonly limits?: Partial<TextLimits>
}

const payTool = { name: 'pay', description: 'Pays', parameters: { type: 'object', properties: { amount: { type: 'number' } } } }

/** Starts the rig. Waiting before a retry takes almost no time. */
export async function startTextRig({ fixture, faults = [], messages = [], setup = {}, limits = {} }: TextRigOptions): Promise<TextRig> {
  const server = await startFixtureServer({ fixture, speed: 200, faults })
  // different from the ids of earlier messages
  const ids = { count: messages.length === 0 ? 0 : 1000 }
  const converter = createConverter({
    newId(kind) {
      ids.count += 1
      return `${kind}-${ids.count}`
    },
  })
  let thread = threadFromMessages(messages)
  const chunks: PlacedChunk[] = []
  const states: SessionState[] = []
  const ends: TextEnd[] = []
  let waiters: { readonly condition: () => boolean; readonly resolve: () => void }[] = []

  function happened(): void {
    const met = waiters.filter(({ condition }) => condition())
    waiters = waiters.filter((waiter) => !met.includes(waiter))
    for (const { resolve } of met) resolve()
  }

  function push(input: ConverterInput): void {
    for (const placed of converter.push(input)) {
      chunks.push(placed)
      thread = foldChunk(thread, placed)
    }
  }

  const into = createTextAnswer({
    push,
    calls: converter.calls,
    currentTurnId: converter.currentTurnId,
    takeCalls: () => push({ type: 'pause' }),
    turnEnded: () => undefined,
  })
  const session = createTextSession({
    connector: createGenaiTextConnector(systemClock),
    clock: systemClock,
    random: () => 0.5,
    limits: { firstDelayMs: 1, longestDelayMs: 2, ...limits },
    setup: () =>
      Promise.resolve({
        apiKey: 'a-key',
        baseUrl: server.baseUrl,
        model: 'gemini-3.8-flash',
        systemInstruction: 'Be brief.',
        tools: [payTool],
        thinking: 'default',
        googleSearch: false,
        codeExecution: false,
        store: false,
        pictures: false,
        ...setup,
      }),
    history: () => ({
      messages: thread.messages,
      contentsOf: (messageId) => converter.modelContents(messageId),
      editedInputOf: () => null,
    }),
    onChunk(chunk) {
      into.chunk(chunk)
      happened()
    },
    onEnd(how) {
      ends.push(how)
      into.end(how)
      happened()
    },
    onState(state) {
      states.push(state)
      happened()
    },
    onFault: (detail) => {
      throw new Error(detail)
    },
  })

  return {
    server,
    session,
    say(text) {
      push({ type: 'user-text', text })
      session.sendText()
    },
    ask() {
      for (const { toolCallId } of converter.calls())
        push({ type: 'approval-requested', toolCallId, approvalId: `approval-of-${toolCallId}` })
      push({ type: 'pause' })
    },
    settle(name, outcome) {
      const call = converter.calls().find((open) => open.name === name)
      if (call === undefined) throw new Error(`no call of ${name} waits`)
      const { toolCallId, messageId, modelCallId } = call
      const approvalId = `approval-of-${toolCallId}`
      const asked = thread.messages.some(({ parts }) =>
        parts.some((part) => part.type === 'dynamic-tool' && part.approval?.id === approvalId),
      )
      if (asked) thread = foldAnswer(thread, { messageId, approvalId, approved: outcome.kind === 'result', reason: null })
      push({ type: 'call-settled', toolCallId, outcome })
      session.sendToolResponses([{ toolCallId, modelCallId, name, response: toolResponseFor(outcome) }])
    },
    calls: () => converter.calls(),
    messages: () => thread.messages,
    answer: () => textOf(thread.messages.findLast(({ role }) => role === 'assistant')),
    chunks,
    states,
    ends,
    requests: () => server.received().map(({ frame }) => bodyOf(frame)),
    until: (condition) =>
      new Promise((resolve) => {
        waiters.push({ condition, resolve })
        happened()
      }),
    async close() {
      await session.stop()
      await server.close()
    },
  }
}

/** The text of a message, without its thoughts. */
export function textOf(message: UIMessage | undefined): string {
  return message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? ''
}

function bodyOf(frame: unknown): JsonObject {
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) throw new Error('a request without a body')
  return Object.fromEntries(Object.entries(frame))
}
