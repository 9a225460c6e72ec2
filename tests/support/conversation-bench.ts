import { safeValidateUIMessages } from 'ai'
import { createConversation } from '../../src/main/conversations/conversation'
import type { Conversation } from '../../src/main/conversations/conversation-types'
import type { ThreadObserver } from '../../src/main/conversations/thread-writer'
import type { LiveSession } from '../../src/main/models/live/live-session'
import type { ToolAnswer } from '../../src/main/models/live/outbox'
import type { ToolRunner } from '../../src/main/tool-calls/tool-runner'
import type { EventName } from '../../src/shared/ipc/contract'
import type { SessionState } from '../../src/shared/ipc/schemas'
import { countingIds } from '../../src/shared/lib/ids'
import type { JsonObject } from '../../src/shared/lib/json'
import { createConverter } from '../../src/shared/protocol/from-gemini'
import type { UIPart } from '../../src/shared/protocol/ui-message'
import { type ApprovalBench, type ApprovalBenchParts, approvalBench } from './approval-bench'
import { noSpeechFiles } from './no-speech-files'

type ToolPart = Extract<UIPart, { readonly type: 'dynamic-tool' }>

/**
 * A conversation whose connection to the model is controlled by the test, with real converter, thread, rules, approvals
 * and tools.
 */
export interface ConversationBench extends ApprovalBench {
  readonly conversation: Conversation
  /** the responses to the model's calls, in order */
  readonly answers: readonly ToolAnswer[]
  readonly events: readonly { readonly name: EventName; readonly payload: unknown }[]
  /** One server message. */
  receive(frame: JsonObject): void
  /** The model calls tools, in one server message. */
  call(...calls: readonly { readonly id: string; readonly name: string; readonly args: JsonObject }[]): void
  session(state: SessionState): void
  /** The parts of all calls in the thread, in order. Fails if the thread is not valid for the AI SDK. */
  toolParts(): Promise<readonly ToolPart[]>
  /** `response.status` of every answer, in order. */
  statuses(): readonly unknown[]
}

export function conversationBench(
  parts: ApprovalBenchParts & {
    readonly silent?: boolean
    readonly outside?: ThreadObserver
    readonly toolsOver?: (runner: ToolRunner) => ToolRunner
    asked?(what: string): void
  } = {},
): ConversationBench {
  const newId = countingIds()
  const bench = approvalBench({ newId, ...parts })
  bench.store.conversations.create('conversation-1', '')
  const answers: ToolAnswer[] = []
  const events: { name: EventName; payload: unknown }[] = []
  let deliver: (frame: unknown) => void = () => {}
  let changeState: (state: SessionState) => void = () => {}
  let state: SessionState = { phase: 'ready', since: 0 }
  const session: LiveSession = {
    start() {},
    retry() {},
    renew() {},
    async stop() {
      state = { phase: 'off' }
      changeState(state)
    },
    activityStart() {},
    sendAudio() {},
    activityEnd() {},
    takeBack() {},
    giveUpAnswer() {},
    async leave() {},
    owesAnswer: () => false,
    owesTurn: () => false,
    sendText() {},
    sendPicture() {},
    show: () => false,
    askAgain: () => false,
    sendToolResponses: (responses) => void answers.push(...responses),
    state: () => state,
    capabilities: () => null,
  }
  const conversation = createConversation({
    conversationId: 'conversation-1',
    store: bench.store,
    judge: bench.judge,
    ...(parts.outside !== undefined && { outside: parts.outside }),
    queue: {
      ...bench.queue,
      open() {
        parts.asked?.('open approvals')
        return bench.queue.open()
      },
    },
    tools: parts.toolsOver?.(bench.runner) ?? bench.runner,
    clock: bench.clock,
    newId,
    newConverter: () => createConverter({ newId }),
    emit: (name, payload) => void events.push({ name, payload }),
    createSession({ onFrame, onState }) {
      deliver = onFrame
      changeState = onState
      return { ...session, choose: () => undefined, isWritten: () => false, stopWriting: () => false }
    },
    createReader: () => ({ start() {}, play() {}, stop: () => null, played: () => false }),
    approvalSeconds: () => 120,
    isLive: () => false,
    isSilent: () => parts.silent ?? false,
    isNonBlocking: () => true,
    writtenBy: () => null,
    onStatus() {},
    onChanged() {},
    onCallDecided() {},
    onSessionState() {},
    onMalformed() {},
    speechFiles: noSpeechFiles,
  })
  conversation.sendText('Pay the Hoshino Print invoice.')

  return {
    ...bench,
    conversation,
    answers,
    events,
    receive: (frame) => deliver(frame),
    call: (...calls) => deliver({ toolCall: { functionCalls: calls } }),
    session(next) {
      state = next
      changeState(next)
    },
    async toolParts() {
      const messages = structuredClone(conversation.messages())
      const valid = await safeValidateUIMessages({ messages })
      if (!valid.success) throw valid.error
      return messages.flatMap(({ parts: all }) => all.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))
    },
    statuses: () => answers.map(({ response }) => response.status),
  }
}
