import { setImmediate as nextTick } from 'node:timers/promises'
import { Chat } from '@ai-sdk/react'
import { convertToModelMessages, type UIMessage } from 'ai'
import { messagesProblem } from './ai-reader'
import type { ContinuableMessage } from './auto-continue'
import type { ConverterServer, ToolKind } from './converter-server'

export type Decision = 'approve' | 'deny' | 'expire'

export interface ScriptedChatOptions {
  readonly server: ConverterServer
  readonly goesOn: (conversation: { readonly messages: UIMessage[] }) => boolean
  kindOf(toolName: string): ToolKind
  decide(toolName: string, input: unknown): Decision
  /** Every click comes twice, the second one with the opposite answer. */
  readonly doubleClicks?: boolean
}

// how often the chat gets a chance to send an unwanted request
const IDLE_TURNS = 12

/** The AI SDK's own chat with a user who answers every approval and a client that runs its tools. */
export class ScriptedChat {
  readonly chat: Chat<UIMessage>
  readonly #options: ScriptedChatOptions

  constructor(options: ScriptedChatOptions) {
    this.#options = options
    this.chat = new Chat<UIMessage>({ transport: options.server, sendAutomaticallyWhen: options.goesOn })
  }

  /** Says something and answers until the chat is idle. */
  async say(text: string): Promise<void> {
    await this.chat.sendMessage({ text })
    await this.#rest()
    while (await this.#answerOne()) await this.#rest()
  }

  /** Waits until the chat sends nothing more by itself; a loop of requests ends here. */
  async #rest(): Promise<void> {
    let idle = 0
    while (idle < IDLE_TURNS) {
      await nextTick()
      idle = this.chat.status === 'ready' || this.chat.status === 'error' ? idle + 1 : 0
      if (this.#options.server.requests.length > 60) throw new Error('The chat sends requests without end.')
    }
    if (this.chat.status === 'error') throw this.chat.error ?? new Error('The chat failed.')
  }

  async #answerOne(): Promise<boolean> {
    for (const part of this.chat.lastMessage?.parts ?? []) {
      if (part.type !== 'dynamic-tool') continue
      if (part.state === 'approval-requested') {
        const decision = this.#options.decide(part.toolName, part.input)
        const approved = decision === 'approve'
        const reason = decision === 'expire' ? { reason: 'expired' } : {}
        const { id } = part.approval
        void this.chat.addToolApprovalResponse({ id, approved, ...reason })
        if (this.#options.doubleClicks === true) void this.chat.addToolApprovalResponse({ id, approved: !approved })
        return true
      }
      const kind = this.#options.kindOf(part.toolName)
      const mayRun = part.state === 'input-available' ? kind === 'client' : part.state === 'approval-responded' && part.approval.approved
      if (mayRun && (kind === 'client' || kind === 'asked-client')) {
        void this.chat.addToolOutput({ tool: part.toolName, toolCallId: part.toolCallId, output: { ran: part.toolName } })
        return true
      }
    }
    return false
  }
}

/** What the AI SDK reports about the messages of a chat, or null. */
export async function chatProblem(messages: readonly UIMessage[]): Promise<string | null> {
  const invalid = await messagesProblem(messages)
  if (invalid !== null) return invalid
  return orderProblem(await convertToModelMessages(structuredClone([...messages])))
}

/** A call must be followed by its result before the model speaks again, and every call must have one. */
function orderProblem(messages: Awaited<ReturnType<typeof convertToModelMessages>>): string | null {
  const open = new Set<string>()
  for (const { role, content } of messages) {
    if (typeof content === 'string') continue
    if (role === 'assistant' && open.size > 0) return `the model goes on while ${[...open].join(', ')} has no result`
    for (const part of content) {
      if (part.type === 'tool-call') open.add(part.toolCallId)
      else if (part.type === 'tool-result' && !open.delete(part.toolCallId)) return `a result of ${part.toolCallId} without its call`
    }
  }
  return open.size > 0 ? `${[...open].join(', ')} has no result` : null
}

/** Our own rule in the shape of the chat's option. */
export function asSendAutomatically(rule: (conversation: { readonly messages: readonly ContinuableMessage[] }) => boolean) {
  return ({ messages }: { readonly messages: UIMessage[] }): boolean => rule({ messages })
}
